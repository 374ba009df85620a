//! `stepdown models`

use crate::output::pretty;
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::machine::{FaultInfo, FixInfo, LogLayout, ParameterInfo, ParameterKind, PropertyInfo};
use stepdown::model::{MODELS, Model};

/// Every model with all that it declares.
pub(crate) fn answer(json: bool) -> String {
    if json {
        return pretty(&MODELS.iter().map(|model| as_json(*model)).collect());
    }
    let texts: Vec<_> = MODELS.iter().map(|model| as_text(*model)).collect();
    texts.join("\n")
}

fn as_text(model: &dyn Model) -> String {
    let info = model.info();
    let mut out = format!("{}  {}\n", info.versioned(), info.title);
    let _ = writeln!(out, "  {} · {}\n  {}", info.system.title(), info.versions, info.summary);
    let parameters = info.parameters.iter().map(|parameter| {
        let ParameterInfo { id, title, kind } = parameter;
        (*id, format!("{title}: {}", kind_text(kind)))
    });
    section(&mut out, "parameters", parameters);
    let faults = info.faults.iter().map(|fault| {
        let FaultInfo { id, title, max, default } = fault;
        (*id, format!("{title}: budget 0 to {max}, default {default}"))
    });
    section(&mut out, "faults", faults);
    section(
        &mut out,
        "fixes",
        info.fixes.iter().map(|fix| {
            let group = fix.group.map_or(String::new(), |group| format!(" (group {group}, at most one)"));
            (fix.id, format!("{}: {}{group}", fix.title, fix.changes))
        }),
    );
    let properties = model.properties().into_iter().map(|property| {
        let PropertyInfo { id, title, kind, .. } = property;
        (id, format!("{title} ({})", kind.word()))
    });
    section(&mut out, "properties", properties);
    let _ = writeln!(out, "  keys\n    {}", model.keys().join(", "));
    let _ = writeln!(out, "  leaves out");
    for text in info.leaves_out {
        let _ = writeln!(out, "    - {text}");
    }
    out
}

fn section(out: &mut String, title: &str, rows: impl Iterator<Item = (&'static str, String)>) {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    let _ = writeln!(out, "  {title}");
    for (id, text) in rows {
        let _ = writeln!(out, "    {id:width$}  {text}");
    }
}

fn kind_text(kind: &ParameterKind) -> String {
    match kind {
        ParameterKind::Number { min, max, default } => format!("{min} to {max}, default {default}"),
        ParameterKind::Choice { options, default } => {
            format!("one of {}, default {default}", options.join(", "))
        }
        ParameterKind::Set { options, default } => {
            format!("some of {}, default {}", options.join(", "), default.join(", "))
        }
    }
}

fn as_json(model: &dyn Model) -> Value {
    let info = model.info();
    let fault = |fault: &FaultInfo| json!({ "id": fault.id, "title": fault.title, "max": fault.max, "default": fault.default });
    let fix = |fix: &FixInfo| json!({ "id": fix.id, "title": fix.title, "changes": fix.changes, "source": fix.source, "group": fix.group });
    let property = |property: PropertyInfo| {
        let PropertyInfo { id, title, meaning, kind } = property;
        json!({ "id": id, "title": title, "meaning": meaning, "kind": kind.word() })
    };
    json!({
        "id": info.id,
        "version": info.version,
        "title": info.title,
        "system": info.system.id(),
        "summary": info.summary,
        "versions": info.versions,
        "parameters": info.parameters.iter().map(parameter_json).collect::<Vec<_>>(),
        "faults": info.faults.iter().map(fault).collect::<Vec<_>>(),
        "fixes": info.fixes.iter().map(fix).collect::<Vec<_>>(),
        "properties": model.properties().into_iter().map(property).collect::<Vec<_>>(),
        "keys": model.keys(),
        "leaves_out": info.leaves_out,
        "log_layout": match info.log_layout {
            LogLayout::Flink => "flink",
            LogLayout::Druid => "druid",
        },
    })
}

fn parameter_json(parameter: &ParameterInfo) -> Value {
    let mut out = match parameter.kind {
        ParameterKind::Number { min, max, default } => {
            json!({ "kind": "number", "min": min, "max": max, "default": default })
        }
        ParameterKind::Choice { options, default } => {
            json!({ "kind": "choice", "options": options, "default": default })
        }
        ParameterKind::Set { options, default } => {
            json!({ "kind": "set", "options": options, "default": default })
        }
    };
    out["id"] = parameter.id.into();
    out["title"] = parameter.title.into();
    out
}
