//! The claims of a report with their evidence, as `stepdown explain` tells them.

use crate::failure::Failure;
use crate::trace::Run;
use crate::verdict::{self, Extent};
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::check::{Limits, Report};
use stepdown::machine::Config;
use stepdown::model::{self, Ask};
use stepdown::scenario::{Claim, Printed, find_line};

/// A claim with what its evidence comes to.
pub(crate) struct Proved<'a> {
    claim: &'a Claim,
    printed: Option<Printed>,
    orders: Option<(Config, Report)>,
}

/// Looks up every claim's line of the log and checks every configuration that one rests on.
pub(crate) fn prove(run: &Run) -> Result<Vec<Proved<'_>>, Failure> {
    let scenario = &run.loaded.scenario;
    let prove = |claim| {
        let check = |(config, property, _): (Config, &str, _)| {
            let ask = Ask { properties: vec![property.to_owned()], limits: Limits::COMMAND, thorough: false };
            let mut job = model::check(&config, &ask)?;
            while job.advance(u32::MAX) {}
            Ok((config, job.report()))
        };
        let printed = claim_line(run, claim);
        Ok(Proved { claim, printed, orders: scenario.asked(claim).map(check).transpose()? })
    };
    let proved: Result<_, stepdown::machine::ConfigError> = scenario.claims.iter().map(prove).collect();
    proved.map_err(|error| Failure::file(&scenario.id, error.to_string()))
}

fn claim_line(run: &Run, claim: &Claim) -> Option<Printed> {
    find_line(&*run.loaded.player, claim.log.as_deref()?, claim.step)
}

/// The claims as text; nothing where the scenario has none.
pub(crate) fn as_text(run: &Run, proved: &[Proved<'_>], out: &mut String) {
    let player = &*run.loaded.player;
    if !proved.is_empty() {
        out.push_str("\nreport against code\n");
    }
    for (index, Proved { claim, printed, orders }) in proved.iter().enumerate() {
        let _ = writeln!(out, "  {:<2} {:<17} {}", index + 1, claim.verdict.word(), claim.report);
        let _ = writeln!(out, "     evidence          {}", claim.evidence);
        if let Some(step) = claim.step {
            let told = if step == 0 { "the beginning".into() } else { player.step(step).sentence };
            let _ = writeln!(out, "     step {step:<12} {told}");
        }
        if let Some(Printed { step, line }) = printed {
            let message = player.log(1, player.len())[line - 1].line.message();
            let _ = writeln!(out, "     log line {line:<8} step {step} prints: {message}");
        }
        if let Some((config, report)) = orders {
            let fixes = if config.fixes.is_empty() { "none".into() } else { config.fixes.join(", ") };
            let budgets = claim.budgets.iter().map(|(id, most)| format!(", {id}={most}"));
            let mut told = String::new();
            verdict::findings(config, report, &mut told);
            let found = told.lines().next().unwrap_or_default();
            let _ =
                write!(out, "     all orders        {found}; fixes {fixes}{}", budgets.collect::<String>());
            let _ = writeln!(out, "; {}", verdict::extent(report));
        }
    }
}

/// The claims as data.
pub(crate) fn as_json(run: &Run, proved: &[Proved<'_>]) -> Value {
    let info = run.loaded.player.info();
    let claim = |Proved { claim, printed, orders }: &Proved<'_>| {
        let verdict = |(config, report): &(Config, Report)| {
            report
                .findings
                .first()
                .map(|finding| verdict::as_json(finding, &Extent::of(config, info, report)))
        };
        json!({
            "report": claim.report,
            "verdict": claim.verdict,
            "evidence": claim.evidence,
            "step": claim.step,
            "log": printed.map(|Printed { step, line }| json!({ "text": claim.log, "step": step, "line": line })),
            "orders": orders.as_ref().and_then(verdict),
        })
    };
    proved.iter().map(claim).collect()
}
