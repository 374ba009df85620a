//! `stepdown trace`

use crate::failure::Failure;
use crate::files;
use crate::trace_json;
use clap::Args;
use std::fmt::Write;
use std::rc::Rc;
use stepdown::machine::{ConfigError, ConfigPlace};
use stepdown::model;
use stepdown::scenario::{Loaded, load};
use stepdown::trace::{Comparison, Divergence, Player, Settled};

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The id of a scenario, or a file
    scenario: String,
    /// A fix to play under, instead of the scenario's own; repeat it for more, `none` for none
    #[arg(long = "fix")]
    fixes: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "log")]
    pub(crate) json: bool,
    /// Print only the log lines, as the real system would
    #[arg(long)]
    log: bool,
    /// Print only the log lines of one node, such as `a`
    #[arg(long, value_name = "ID", conflicts_with = "json")]
    node: Option<String>,
}

/// A scenario's schedule, replayed under the fixes that were asked for.
pub(crate) struct Run {
    /// The scenario and its own run.
    pub(crate) loaded: Loaded,
    /// The run.
    pub(crate) player: Rc<dyn Player>,
    /// Its continuation.
    pub(crate) settled: Settled,
    /// The first step that differs from the scenario's own run.
    pub(crate) divergence: Option<Divergence>,
}

/// The replay as text, log or JSON.
pub(crate) fn answer(args: &TraceArgs) -> Result<String, Failure> {
    let run = open(&args.scenario, &args.fixes)?;
    Ok(match &args.node {
        Some(node) => log_of(&*run.player, node).map_err(|message| Failure::flag("--node", message))?,
        None if args.json => trace_json::answer(&run),
        None if args.log => log(&*run.player),
        None => text(&run),
    })
}

/// A scenario's run, under its own fixes when none is given.
pub(crate) fn open(scenario: &str, fixes: &[String]) -> Result<Run, Failure> {
    let file = files::find(scenario)?;
    let loaded = load(&file.name, &file.text)?;
    replay(loaded, fixes).map_err(|message| Failure::at(&file.name, "--fix", message))
}

fn replay(loaded: Loaded, fixes: &[String]) -> Result<Run, String> {
    if fixes.is_empty() {
        let (player, settled) = (Rc::clone(&loaded.player), loaded.player.settled());
        return Ok(Run { loaded, player, settled, divergence: None });
    }
    let none = fixes.iter().any(|fix| fix == "none");
    if none && fixes.len() > 1 {
        return Err("`none` stands beside other fixes; expected it alone".into());
    }
    let config = loaded.scenario.config().with_fixes(if none { &[] } else { fixes });
    let empty = model::open(&config).map_err(|error: ConfigError| match error.place {
        ConfigPlace::Fix(_) => error.message,
        _ => format!("these fixes don't go with the scenario: {}", error.message),
    })?;
    let player = empty.replay(&loaded.scenario.schedule).map_err(|error| error.to_string())?;
    let comparison = Comparison::new(Rc::clone(&loaded.player), player);
    let Comparison { changed: player, after: settled, divergence, .. } = comparison;
    Ok(Run { loaded, player, settled, divergence })
}

/// The log lines in the real system's layout. With several nodes, each line says whose log it is in.
pub(crate) fn log(player: &dyn Player) -> String {
    let several = player.scene(0).has_several_logs();
    let layout = player.info().log_layout;
    let mut out = String::new();
    for record in player.log(1, player.len()) {
        if several {
            let _ = write!(out, "{} | ", record.line.node);
        }
        let _ = writeln!(out, "{}", record.line.render(layout, record.moment));
    }
    out
}

/// The log of one node alone, each line from its first character on as the node writes it.
fn log_of(player: &dyn Player, node: &str) -> Result<String, String> {
    let records = player.log(1, player.len());
    let scene = player.scene(0);
    let drawn = scene.nodes.iter().filter(|node| !node.threads.is_empty()).map(|node| node.id);
    let mut nodes: Vec<_> = drawn.collect();
    for record in &records {
        if !nodes.contains(&record.line.node) {
            nodes.push(record.line.node);
        }
    }
    if !nodes.contains(&node) {
        return Err(format!("no node `{node}` has a log; expected one of {}", nodes.join(", ")));
    }
    let layout = player.info().log_layout;
    let of_node = records.iter().filter(|record| record.line.node == node);
    Ok(of_node.map(|record| record.line.render(layout, record.moment) + "\n").collect())
}

fn text(run: &Run) -> String {
    let player = &*run.player;
    let mut out = String::new();
    let fixes = &player.config().fixes;
    let fixes = if fixes.is_empty() { "none".to_owned() } else { fixes.join(", ") };
    let _ = writeln!(out, "{}", run.loaded.scenario.title);
    let _ = writeln!(out, "model  {}\nfixes  {fixes}\n", player.info().versioned());
    steps(player, &mut out);
    let _ = writeln!(out, "\nstore after step {}", player.len());
    let keys = player.keys(player.len());
    let width = keys.iter().map(|key| key.key.len()).max().unwrap_or(0);
    for key in keys {
        let value = key.value.map(|value| format!("  {value}")).unwrap_or_default();
        let _ = writeln!(out, "  {:width$}  {:7}{value}", key.key, key.freshness.word());
    }
    settled(&run.settled, &mut out);
    let own = &run.loaded.scenario.fixes;
    match &run.divergence {
        Some(Divergence::Refused { step, guard }) => {
            let _ = writeln!(out, "\ndiverges from the scenario at step {step}: {guard}");
        }
        Some(Divergence::Effect { step }) => {
            let _ = writeln!(out, "\ndiverges from the scenario at step {step}: another effect");
        }
        None if player.config().fixes != *own => {
            let _ = writeln!(out, "\nno step differs from the scenario");
        }
        None => {}
    }
    out
}

/// A line a step; one that is refused is struck out, with its guard below.
fn steps(player: &dyn Player, out: &mut String) {
    let number = player.len().to_string().len();
    let event = (1..=player.len()).map(|step| player.event(step).as_str().len()).max().unwrap_or(0);
    for step in 1..=player.len() {
        let view = player.step(step);
        let struck = if view.refused.is_some() { "--" } else { "  " };
        let _ = writeln!(out, "{step:number$} {struck} {:event$}  {}", view.event.as_str(), view.sentence);
        if let Some(guard) = view.refused {
            let _ = writeln!(out, "{:number$}    {:event$}  refused: {guard}", "", "");
        }
        for property in view.violates {
            let _ = writeln!(out, "{:number$}    {:event$}  breaks {property}", "", "");
        }
    }
}

fn settled(settled: &Settled, out: &mut String) {
    let end = if settled.at_rest { "at rest" } else { "cut off, not at rest" };
    let plural = if settled.added == 1 { "" } else { "s" };
    let _ = writeln!(out, "\nsettled after {} more step{plural}, {end}", settled.added);
    let outcomes = &settled.outcomes;
    let properties = outcomes.properties.iter().map(|(info, outcome)| (info.id, outcome.word()));
    let keys = outcomes.keys.iter().map(|&(key, freshness)| (key, freshness.word()));
    let rows: Vec<_> = properties.chain(keys).collect();
    let width = rows.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    for (id, word) in rows {
        let _ = writeln!(out, "  {id:width$}  {word}");
    }
}
