//! A configuration from flags: `--model M --param k=v --set key=value --fault f=n --fix F`.

use crate::failure::Failure;
use clap::Args;
use std::io::{Write, stderr};
use stepdown::machine::{Config, ConfigError, ConfigPlace, SettingError};
use stepdown::model::{self, Model};

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ConfigArgs {
    /// A model instead of scenarios
    #[arg(long)]
    pub(crate) model: Option<String>,
    /// A parameter of the model, as in `init=empty`; a set is joined by `+`
    #[arg(long = "param", value_name = "ID=VALUE", requires = "model")]
    params: Vec<String>,
    /// A setting of the real system, as in `leaderSessionTtl=PT30S`; those not set have that system's defaults
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "model")]
    settings: Vec<String>,
    /// The budget of a fault, as in `loss=2`
    #[arg(long = "fault", value_name = "ID=NUMBER", requires = "model")]
    faults: Vec<String>,
}

impl ConfigArgs {
    /// The first of these flags that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let flags = [("--param", &self.params), ("--set", &self.settings), ("--fault", &self.faults)];
        flags.into_iter().find(|(_, values)| !values.is_empty()).map(|(flag, _)| flag)
    }

    /// The configuration with these fixes.
    pub(crate) fn config(&self, model: &str, fixes: &[String]) -> Result<Config, Failure> {
        let config = Config { model: model.to_owned(), ..Config::default() };
        let known = model::find(model).ok_or_else(|| match model::open(&config) {
            Err(error) => Failure::flag("--model", error.message),
            Ok(_) => Failure::flag("--model", "there is no such model"),
        })?;
        let info = known.info();
        let mut config = config.with_fixes(fixes);
        for param in &self.params {
            let (id, text) = pair("--param", param, "ID=VALUE")?;
            let kind = info.parameters.iter().find(|parameter| parameter.id == id).map(|known| &known.kind);
            // What the model does not know, it refuses itself below, with what it expected.
            let value = kind.map_or(stepdown::machine::Value::Number(0), |kind| kind.read(text));
            if config.parameters.insert(id.to_owned(), value).is_some() {
                return Err(Failure::flag("--param", format!("`{id}` is given twice")));
            }
        }
        for fault in &self.faults {
            let (id, text) = pair("--fault", fault, "ID=NUMBER")?;
            let amount = text.parse().map_err(|_| {
                Failure::flag("--fault", format!("`{id}` is `{text}`; expected a whole number"))
            })?;
            if config.budgets.insert(id.to_owned(), amount).is_some() {
                return Err(Failure::flag("--fault", format!("`{id}` is given twice")));
            }
        }
        known.open(&config).map_err(|error| flag_error(&error))?;
        if !self.settings.is_empty() {
            config = self.with_settings(known, &config)?;
            known.open(&config).map_err(|error| flag_error(&error))?;
        }
        Ok(config)
    }

    /// The configuration under the real system's defaults and the settings that are given. What is worth knowing goes to
    /// the error output.
    fn with_settings(&self, model: &dyn Model, config: &Config) -> Result<Config, Failure> {
        let fail = |error: SettingError| {
            let at = if error.key.is_empty() { String::new() } else { format!("{}: ", error.key) };
            Failure::flag("--set", format!("{at}{}", error.message))
        };
        let given = self.settings.iter().map(|text| pair("--set", text, "KEY=VALUE"));
        let given = given.map(|pair| pair.map(|(key, value)| (key.to_owned(), value.to_owned())));
        let given = given.collect::<Result<Vec<_>, _>>()?;
        let unset = model.settings(config).rows.into_iter().map(|row| (row.key.to_owned(), String::new()));
        let (defaults, _) = model.with_settings(config, &unset.collect::<Vec<_>>()).map_err(fail)?;
        let (set, notices) = model.with_settings(&defaults, &given).map_err(fail)?;
        if let Some((id, value)) =
            config.parameters.iter().find(|(id, value)| set.parameters.get(*id) != Some(value))
        {
            let follows = set.parameters.get(id).map(ToString::to_string).unwrap_or_default();
            let message =
                format!("`{id}` is {value}, and {follows} follows from --set; expected one of them");
            return Err(Failure::flag("--param", message));
        }
        let mut out = stderr().lock();
        for notice in notices {
            // With the error output gone, the answer is still right.
            let _ = writeln!(out, "note: {notice}");
        }
        Ok(set)
    }
}

/// The flag that an error of a configuration is about.
pub(crate) fn flag_error(error: &ConfigError) -> Failure {
    let flag = match error.place {
        ConfigPlace::Model => "--model",
        ConfigPlace::Parameter(_) => "--param",
        ConfigPlace::Budget(_) => "--fault",
        ConfigPlace::Fix(_) => "--fix",
        ConfigPlace::Property => "--property",
    };
    Failure::flag(flag, error.message.clone())
}

fn pair<'a>(flag: &str, text: &'a str, expected: &str) -> Result<(&'a str, &'a str), Failure> {
    let split = text.split_once('=').filter(|(id, _)| !id.is_empty());
    split.ok_or_else(|| Failure::flag(flag, format!("found `{text}`; expected {expected}")))
}

/// Values of a flag that may be repeated, or joined by commas.
pub(crate) fn list(values: &[String]) -> Vec<String> {
    let words = values.iter().flat_map(|value| value.split(','));
    words.map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
