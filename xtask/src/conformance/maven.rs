//! Building the harnesses, and starting them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::plans;
use super::records::{self, Lines};
use crate::process::{converse, run, say, succeeds};
use crate::repo;

/// The folder of the Maven project.
pub(super) fn folder() -> PathBuf {
    repo::root().join("conformance")
}

/// The modules whose artifacts not every copy of Maven Central has: each is a profile of the same name.
const ASIDE: [&str; 2] = ["druid", "consul"];

/// Where the sources of an extension are, and of which revision, for those whose jars can't be had.
const SOURCES: [(&str, &str); 2] = [
    ("DRUID_KUBERNETES_SOURCE", "DRUID_KUBERNETES_REVISION"),
    ("DRUID_CONSUL_SOURCE", "DRUID_CONSUL_REVISION"),
];

/// What a record would say of its sources has to be there: without a revision nobody could make it again.
fn check_sources() -> Result<()> {
    for (source, revision) in SOURCES {
        let Some(folder) = std::env::var_os(source) else { continue };
        let folder = PathBuf::from(folder);
        ensure!(
            folder.join("org").is_dir(),
            "{source} is {}; expected a folder with Java sources, which begin with `org`",
            folder.display()
        );
        ensure!(
            std::env::var(revision).is_ok_and(|revision| !revision.trim().is_empty()),
            "{revision} is not set; expected the revision of the sources in {source}, which records tell"
        );
    }
    Ok(())
}

/// Builds the modules; the first time Maven fetches the released classes. Of those aside only what is needed. Tells which
/// could not be built: the records of those can't be made here, and stay as they are.
pub(super) fn build(needed: &BTreeMap<String, Vec<Value>>) -> Result<Vec<&'static str>> {
    check_sources()?;
    ensure!(succeeds(Command::new("java").arg("-version")), "java is missing: install a JDK, 17 or later");
    ensure!(succeeds(Command::new("mvn").arg("--version")), "mvn is missing: install Maven, 3.8 or later");
    say("== the harnesses (the first time Maven fetches about 300 MB)");
    run(Command::new("mvn").args(["-B", "-q", "-DskipTests", "package"]).current_dir(folder()))?;
    let mut missing = Vec::new();
    for profile in ASIDE.into_iter().filter(|&profile| needed.contains_key(profile)) {
        let mut maven = Command::new("mvn");
        maven.args(["-B", "-q", "-DskipTests", "-P", profile, "package"]).current_dir(folder());
        if run(&mut maven).is_err() {
            say(&format!(
                "   {profile} can't be built here; conformance/{profile}/README.md says what it needs"
            ));
            missing.push(profile);
        }
    }
    Ok(missing)
}

/// The module of each harness.
fn harnesses() -> Result<BTreeMap<String, String>> {
    let Value::Object(listed) = plans::read(&folder().join("harnesses.json"))? else {
        bail!("conformance/harnesses.json: expected an object of harnesses");
    };
    let module = |(name, harness): (String, Value)| {
        let module = harness["module"].as_str().map(str::to_owned);
        module
            .map(|module| (name.clone(), module))
            .with_context(|| format!("the harness {name} names no module"))
    };
    listed.into_iter().map(module).collect()
}

/// The plans by the module that runs them.
pub(super) fn by_module(plans: Vec<Value>) -> Result<BTreeMap<String, Vec<Value>>> {
    let harnesses = harnesses()?;
    let mut out: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for plan in plans {
        let name = plan["harness"].as_str().unwrap_or_default();
        let Some(module) = harnesses.get(name) else {
            bail!(
                "there is no harness `{name}` in conformance/harnesses.json, which {} asks for",
                plan["record"]
            );
        };
        out.entry(module.clone()).or_default().push(plan);
    }
    Ok(out)
}

/// Lets a module run plans, and gives their records.
pub(super) fn drive(module: &str, plans: &[Value]) -> Result<Vec<Lines>> {
    let target = folder().join(module).join("target");
    let classpath = fs::read_to_string(target.join("classpath.txt"))
        .with_context(|| format!("the module {module} tells no class path; expected target/classpath.txt"))?;
    let classes = target.join("classes");
    let classpath =
        std::env::join_paths(std::iter::once(classes).chain(std::env::split_paths(classpath.trim())))?;
    let mut java = Command::new("java");
    java.arg("-cp").arg(classpath).arg(format!("stepdown.conformance.{module}.Main")).current_dir(folder());
    say(&format!("== {module}: {} runs", plans.len()));
    let text = converse(&mut java, &plans::lines(plans))?;
    records::of_plans(plans, text.lines().map(str::to_owned).collect())
        .with_context(|| format!("of {module}"))
}
