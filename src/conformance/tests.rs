//! The search on a machine small enough to see through: a lamp with a switch that somebody may have pressed before.

use super::*;
use crate::machine::{Class, Level, LogLine, LogTemplate, Machine, Observe, Property};
use std::fmt;

static ON: LogTemplate =
    LogTemplate { level: Level::Info, logger: "lamp.Lamp", message: "On for {type} number {count}." };
static OFF: LogTemplate = LogTemplate { level: Level::Warn, logger: "lamp.Lamp", message: "Off." };
static LOGS: [&LogTemplate; 2] = [&ON, &OFF];

/// How often it was pressed, at most three times.
struct Lamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Press {
    /// Nobody sees it; the lamp is on or off then, and says nothing.
    Hidden,
    /// Its log tells of it.
    Told,
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hidden => "hidden",
            Self::Told => "told",
        })
    }
}

impl Machine for Lamp {
    type State = u8;
    type Action = Press;
    type Refusal = &'static str;

    fn initial(&self, out: &mut Vec<u8>) {
        out.push(0);
    }

    fn enabled(&self, state: &u8, out: &mut Vec<Press>) {
        out.extend(
            [Press::Hidden, Press::Told].into_iter().filter(|&press| self.guard(state, press).is_ok()),
        );
    }

    fn guard(&self, state: &u8, _: Press) -> Result<(), &'static str> {
        if *state < 3 { Ok(()) } else { Err("it is worn out") }
    }

    fn step(&self, state: &u8, _: Press) -> u8 {
        state + 1
    }

    fn class(&self, _: Press) -> Class {
        Class::Internal
    }

    fn properties() -> &'static [Property<Self>] {
        &[]
    }
}

impl Observe for Lamp {
    fn event(&self, _: &u8, press: Press) -> Option<String> {
        (press == Press::Told).then(|| "press".into())
    }

    fn seen(&self, state: &u8) -> Vec<(String, String)> {
        vec![("lamp".into(), if state % 2 == 1 { "on" } else { "off" }.into())]
    }

    fn lines(&self, state: &u8, press: Press) -> Vec<LogLine> {
        let template = if state.is_multiple_of(2) { &ON } else { &OFF };
        let slots = vec![("type", "kitchen".to_owned()), ("count", state.to_string())];
        let line = LogLine { template, node: "lamp", thread: "main", slots, counts: Vec::new() };
        (press == Press::Told).then_some(line).into_iter().collect()
    }

    fn asked(&self, _: &u8, out: &mut Vec<Press>) {
        out.extend([Press::Hidden, Press::Told]);
    }
}

const HEAD: &str = r#"{"format":1,"record":"lamp/a","harness":"lamp","model":"lamp","implementation":"Lamp 1","versions":{},"real":["lamp.Lamp"],"doubles":[],"loggers":["lamp."],"date":"2026-11-30","java":"17"}"#;

fn record(entries: &[&str], end: &str) -> Record {
    let lines: Vec<&str> = [HEAD].into_iter().chain(entries.iter().copied()).chain([end]).collect();
    let text = lines.join("\n");
    Record::read(&text).unwrap().remove(0)
}

fn press(entry: u32, level: &str, message: &str, lamp: &str) -> String {
    format!(
        r#"{{"entry":{entry},"event":"press","log":[{{"level":"{level}","logger":"lamp.Lamp","thread":"main","message":"{message}"}}],"seen":{{"lamp":"{lamp}"}}}}"#
    )
}

const END_ON: &str = r#"{"end":"complete","seen":{"lamp":"on"}}"#;

#[test]
fn what_nobody_sees_is_searched_for() {
    let off = press(1, "WARN", "Off.", "off");
    let found = replay(&Lamp, &LOGS, &record(&[&off], END_ON)).unwrap();
    assert_eq!(found.schedule, ["hidden", "told", "hidden"]);
}

#[test]
fn names_of_an_installation_are_masked_and_words_are_not() {
    let seven = press(1, "INFO", "On for kitchen number 7.", "on");
    assert_eq!(replay(&Lamp, &LOGS, &record(&[&seven], END_ON)).unwrap().schedule, ["told"]);
    let yes = press(1, "INFO", "On for kitchen number true.", "on");
    assert!(replay(&Lamp, &LOGS, &record(&[&yes], END_ON)).is_err(), "a boolean is no number");
    let hall = press(1, "INFO", "On for hall number 0.", "on");
    let mismatch = replay(&Lamp, &LOGS, &record(&[&hall], END_ON)).unwrap_err();
    assert_eq!((mismatch.entries, mismatch.at), (0, 1));
    // The event is right, so the line is told, and what the model prints instead.
    assert_eq!(mismatch.expected, "the line INFO [main] lamp.Lamp On for hall number 0.");
    assert!(mismatch.to_string().contains("prints INFO [main] On for kitchen number 0."), "{mismatch}");
}

#[test]
fn the_thread_that_prints_is_part_of_a_line() {
    let elsewhere = press(1, "INFO", "On for kitchen number 0.", "on").replace("\"main\"", "\"timer-1\"");
    let mismatch = replay(&Lamp, &LOGS, &record(&[&elsewhere], END_ON)).unwrap_err();
    assert_eq!(mismatch.expected, "the line INFO [timer-1] lamp.Lamp On for kitchen number 0.");
    assert!(mismatch.to_string().contains("prints INFO [main] On for kitchen number 0."), "{mismatch}");
}

#[test]
fn a_line_without_a_template_is_told_and_not_compared() {
    let other = press(1, "DEBUG", "Warm.", "on");
    let warm = record(&[&other.replace("\"event\":\"press\",", "")], END_ON);
    assert_eq!(replay(&Lamp, &LOGS, &warm).unwrap().schedule.len(), 1);
    assert_eq!(strays(&warm, &LOGS), ["entry 1: no template of lamp prints DEBUG lamp.Lamp Warm."]);
    let mut last = record(&[], END_ON);
    last.end.log = warm.entries[0].log.clone();
    assert_eq!(strays(&last, &LOGS), ["entry 1: no template of lamp prints DEBUG lamp.Lamp Warm."]);
}

#[test]
fn what_is_thrown_belongs_to_an_event_that_fails() {
    let on = press(1, "INFO", "On for kitchen number 0.", "on");
    let told = |entry: &str| strays(&record(&[entry], END_ON), &LOGS);
    assert!(told(&on).is_empty());
    let threw = on.replace("\"seen\"", "\"exception\":\"java.lang.Error: hot\",\"seen\"");
    assert_eq!(told(&threw), ["entry 1: press does not fail, and threw java.lang.Error: hot"]);
    let fails = |entry: &str| entry.replace("\"press\"", "\"press.run_fail\"");
    assert!(told(&fails(&threw)).is_empty());
    assert_eq!(told(&fails(&on)), ["entry 1: press.run_fail fails, and nothing was thrown"]);
}

#[test]
fn a_mismatch_tells_how_far_it_went_and_what_refuses_the_next() {
    let entries: Vec<_> = (1..=4)
        .map(|n| {
            if n % 2 == 1 {
                press(n, "INFO", "On for kitchen number 0.", "on")
            } else {
                press(n, "WARN", "Off.", "off")
            }
        })
        .collect();
    let entries: Vec<_> = entries.iter().map(String::as_str).collect();
    let mismatch = replay(&Lamp, &LOGS, &record(&entries, END_ON)).unwrap_err();
    assert_eq!((mismatch.entries, mismatch.at, mismatch.states), (3, 4, 1));
    assert_eq!(mismatch.schedule, ["told", "told", "told"]);
    assert_eq!(mismatch.expected, "the event press");
    assert!(mismatch.refused.iter().all(|refused| refused.why == "it is worn out"));
    assert!(mismatch.to_string().contains("the first 3 entries match; entry 4: expected the event press"));
}

#[test]
fn what_was_seen_has_to_be_so() {
    let dark = press(1, "INFO", "On for kitchen number 0.", "dark");
    let mismatch = replay(&Lamp, &LOGS, &record(&[&dark], END_ON)).unwrap_err();
    assert_eq!(mismatch.expected, "to see lamp = dark, where the model has on");
    let unknown =
        press(1, "INFO", "On for kitchen number 0.", "on").replace("\"lamp\":\"on\"", "\"bulb\":\"on\"");
    let mismatch = replay(&Lamp, &LOGS, &record(&[&unknown], END_ON)).unwrap_err();
    assert!(mismatch.expected.contains("which the model does not tell"), "{}", mismatch.expected);
}

#[test]
fn what_a_record_could_not_see_is_not_asked_for() {
    let mut blind = record(&[], END_ON);
    blind.head.loggers.clear();
    blind.head.events = vec!["store.".into()];
    assert_eq!(replay(&Lamp, &LOGS, &blind).unwrap().schedule.len(), 1);
}

#[test]
fn a_record_that_is_not_of_the_form_names_its_line() {
    let wrong = |text: &str, line: usize, message: &str| {
        let error = Record::read(text).unwrap_err();
        assert_eq!(error.line, line);
        assert!(error.message.contains(message), "{error}");
    };
    wrong("{}", 1, "missing field");
    wrong(&HEAD.replace("\"format\":1", "\"format\":2"), 1, "format 2; expected 1");
    wrong(&HEAD.replace("\"java\"", "\"jvm\":\"\",\"java\""), 1, "unknown field `jvm`");
    wrong(HEAD, 1, "no end");
    wrong(&format!("{HEAD}\n{{\"entry\":2,\"seen\":{{}}}}"), 2, "entry 2; expected 1");
    wrong(&format!("{HEAD}\n{{\"entry\":1,\"sen\":{{}}}}"), 2, "unknown field");
    assert!(Record::read("").unwrap().is_empty());
    assert_eq!(Record::read(&format!("{HEAD}\n{END_ON}\n{HEAD}\n{END_ON}")).unwrap().len(), 2);
}
