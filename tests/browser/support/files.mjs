// The scenario files and the glossary as they lie in the repository.

import { readFileSync, readdirSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);

function json(path) {
  return JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));
}

/** Every shipped scenario, by file name. */
export const SCENARIOS = readdirSync(new URL("scenarios/", ROOT))
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => json(`scenarios/${name}`));

export function scenario(id) {
  const found = SCENARIOS.find((scenario) => scenario.id === id);
  if (!found) throw new Error(`there is no scenarios/${id}.json`);
  return structuredClone(found);
}

/** What the file expects of a set of fixes. */
export function expectation(id, fixes) {
  const wanted = [...fixes].sort().join();
  const found = scenario(id).expect.find((entry) => [...entry.fixes].sort().join() === wanted);
  if (!found) throw new Error(`scenarios/${id}.json expects nothing of ${wanted}`);
  return found;
}

/** The system of each scenario, as the index of the start page has it. */
export const SYSTEMS = new Map(json("static/scenarios.json").map((entry) => [entry.id, entry.system]));

export const GLOSSARY = json("static/glossary.json").terms;

/** A file as it is put into a file input. */
export function upload(name, content) {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  return { name, mimeType: "application/json", buffer: Buffer.from(text) };
}
