//! `stepdown explain`

use crate::claims::{self, Proved};
use crate::failure::Failure;
use crate::output::pretty;
use crate::trace::{Run, open};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::model;
use stepdown::trace::{Cause, Decision, NoReturn, Player, RACE_STEPS, no_returns};

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The id of a scenario, or a file
    scenario: String,
    /// A fix to play under, instead of the scenario's own; repeat it for more, `none` for none
    #[arg(long = "fix")]
    fixes: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Points of no return, last escapes, what decides about each broken property, and the report's claims.
pub(crate) fn answer(args: &ExplainArgs) -> Result<String, Failure> {
    let run = open(&args.scenario, &args.fixes)?;
    let player = &*run.player;
    let (returns, causes, claims) = (no_returns(player), causes(&run)?, claims::prove(&run)?);
    Ok(if args.json {
        as_json(&run, &returns, &causes, &claims)
    } else {
        let mut text = as_text(&run, &returns, &causes);
        claims::as_text(&run, &claims, &mut text);
        text
    })
}

fn causes(run: &Run) -> Result<Vec<Cause>, Failure> {
    let causes = model::causes(run.player.config(), &run.loaded.scenario.schedule);
    causes.map_err(|error| Failure::file(&run.loaded.scenario.id, error.to_string()))
}

fn as_text(run: &Run, returns: &[NoReturn], causes: &[Cause]) -> String {
    let player = &*run.player;
    let fixes = &player.config().fixes;
    let fixes = if fixes.is_empty() { "none".to_owned() } else { fixes.join(", ") };
    let mut out =
        format!("{}\nmodel  {}\nfixes  {fixes}\n\n", run.loaded.scenario.title, player.info().versioned());
    if causes.is_empty() {
        out.push_str("the run breaks and loses nothing\n");
    }
    for cause in causes {
        let _ = writeln!(out, "{}", cause.property);
        match returns.iter().find(|lost| lost.property.id == cause.property) {
            Some(NoReturn { step: 0, .. }) => out.push_str("  no way back from the beginning\n"),
            Some(lost) => {
                let _ = writeln!(out, "  no way back since   {}", step(player, lost.step));
                let escape = lost.last_escape.map_or("not known".into(), |escape| step(player, escape));
                let _ = writeln!(out, "  last escape         {escape}");
            }
            None => {
                let _ = writeln!(out, "  broken by           {}", step(player, cause.broken_at));
            }
        }
        decision(player, cause, &mut out);
    }
    out
}

fn decision(player: &dyn Player, cause: &Cause, out: &mut String) {
    let _ = match &cause.decided_by {
        Decision::Order(race) => {
            let _ = writeln!(out, "  race pair           {}", step(player, race.first));
            let _ = writeln!(out, "                      {}", step(player, race.second));
            let others = race.others.iter().map(|(first, second)| format!("{first} and {second}"));
            let others: Vec<_> = others.collect();
            if !others.is_empty() {
                let _ = writeln!(out, "  also                steps {}", others.join(", steps "));
            }
            writeln!(out, "  fork                {}", step(player, race.fork))
        }
        Decision::Fault(fault) => {
            let _ = writeln!(out, "  race pair           none");
            writeln!(out, "  decided by          the fault in {}", step(player, *fault))
        }
        Decision::Start => writeln!(out, "  race pair           none: the initial state breaks it"),
        Decision::Schedule => {
            let _ = writeln!(out, "  race pair           none");
            writeln!(
                out,
                "  decided by          the schedule: no exchange of two steps and no single fault saves it"
            )
        }
    };
    if cause.pairs_from > 1 {
        let _ = writeln!(out, "  (pairs were looked for in the last {RACE_STEPS} steps before it only)");
    }
}

fn step(player: &dyn Player, step: usize) -> String {
    match step {
        0 => "the beginning".into(),
        _ => format!("step {step}  {}  {}", player.event(step), player.step(step).sentence),
    }
}

fn as_json(run: &Run, returns: &[NoReturn], causes: &[Cause], claims: &[Proved<'_>]) -> String {
    let player = &*run.player;
    let at = |step: usize| json!({ "step": step, "event": (step > 0).then(|| player.event(step)) });
    let of = |property: &str, step: usize| {
        let mut entry = at(step);
        entry["property"] = property.into();
        entry
    };
    let race = |cause: &Cause| match &cause.decided_by {
        Decision::Order(race) => json!({
            "property": cause.property,
            "first": at(race.first),
            "second": at(race.second),
            "fork": at(race.fork),
            "others": race.others,
        }),
        Decision::Fault(step) => {
            let mut entry = of(&cause.property, *step);
            entry["decided_by"] = cause.decided_by.word().into();
            entry
        }
        other => json!({ "property": cause.property, "decided_by": other.word() }),
    };
    let escapes = returns.iter().filter_map(|lost| Some(of(lost.property.id, lost.last_escape?)));
    pretty(&json!({
        "scenario": run.loaded.scenario.id,
        "model": player.info().id,
        "model_version": player.info().version,
        "fixes": player.config().fixes,
        "point_of_no_return": returns.iter().map(|lost| of(lost.property.id, lost.step)).collect::<Value>(),
        "last_escape": escapes.collect::<Value>(),
        "race_pair": causes.iter().map(race).collect::<Value>(),
        "claims": claims::as_json(run, claims),
    }))
}
