//! A configuration from flags: `--model M --param k=v --fault f=n --fix F`.

use crate::failure::Failure;
use clap::Args;
use stepdown::machine::{Config, ConfigError, ConfigPlace};
use stepdown::model;

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ConfigArgs {
    /// A model instead of scenarios
    #[arg(long)]
    pub(crate) model: Option<String>,
    /// A parameter of the model, as in `init=empty`; a set is joined by `+`
    #[arg(long = "param", value_name = "ID=VALUE", requires = "model")]
    params: Vec<String>,
    /// The budget of a fault, as in `loss=2`
    #[arg(long = "fault", value_name = "ID=NUMBER", requires = "model")]
    faults: Vec<String>,
}

impl ConfigArgs {
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
        Ok(config)
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
