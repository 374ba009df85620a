//! Druid's own settings beside the model's ticks: exact keys, defaults, and what Druid and Consul refuse.
//!
//! A tick is the greatest common divisor of a third of `healthCheckInterval`, which is the period of renewals, and of
//! lock-delay; everything else is rounded up to whole ticks.

mod rules;
#[cfg(test)]
mod tests;
mod ticks;

use super::INFO;
use crate::machine::{
    Config, SettingError, SettingRow, SettingTable, Settings, Value, read_duration, shorten, show_duration,
};
use ticks::Standing;

/// Both ways between Druid's settings and the model's parameters.
pub(in crate::model) static SETTINGS: Settings = Settings { table, change };

/// A setting, by its position in [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Poll,
    Deregister,
    Ttl,
    Retries,
    RetryDelay,
    Socket,
    Watch,
    LockDelay,
    Join,
}

const KEYS: [Key; COUNT] = [
    Key::Poll,
    Key::Deregister,
    Key::Ttl,
    Key::Retries,
    Key::RetryDelay,
    Key::Socket,
    Key::Watch,
    Key::LockDelay,
    Key::Join,
];

const COUNT: usize = 9;

/// What is known of a setting.
struct Setting {
    key: &'static str,
    title: &'static str,
    /// Milliseconds, or a count; that of `leaderSessionTtl` depends on another setting.
    default: u64,
    rule: &'static str,
    parameter: Option<&'static str>,
}

const fn setting(
    key: &'static str,
    title: &'static str,
    default: u64,
    rule: &'static str,
    parameter: Option<&'static str>,
) -> Setting {
    Setting { key, title, default, rule, parameter }
}

/// By [`Key`].
static TABLE: [Setting; COUNT] = [
    setting(
        "druid.discovery.consul.service.healthCheckInterval",
        "Poll of the election loop; renewals come three times as often",
        10_000,
        "Positive",
        Some("poll"),
    ),
    setting(
        "druid.discovery.consul.service.deregisterAfter",
        "Only a rule here: it bounds healthCheckInterval",
        90_000,
        "At least 30 s and 3 × healthCheckInterval",
        None,
    ),
    setting(
        "druid.discovery.consul.leader.leaderSessionTtl",
        "TTL of the session; Consul gives it up after twice as long",
        45_000,
        "10 s to Consul's 86,400 s, in whole seconds; unset, 45 s or 3 × healthCheckInterval. Druid checks it against \
         neither renewals nor socketTimeout",
        Some("ttl"),
    ),
    setting(
        "druid.discovery.consul.leader.leaderMaxErrorRetries",
        "Errors in a row after which the election is given up",
        0,
        "A whole number; 0 or less is no limit",
        Some("max_errors"),
    ),
    setting(
        "druid.discovery.consul.watch.watchRetryDelay",
        "Back-off after an error",
        10_000,
        "Not negative; 0 is 1 ms. Druid doubles it and adds chance, the model does not",
        Some("backoff"),
    ),
    setting(
        "druid.discovery.consul.connection.socketTimeout",
        "Time-out of a call to Consul that hangs",
        75_000,
        "Positive and greater than watchSeconds",
        Some("rpc_hang"),
    ),
    setting(
        "druid.discovery.consul.watch.watchSeconds",
        "Only a rule here: it bounds socketTimeout",
        60_000,
        "At least 1 s",
        None,
    ),
    setting(
        "lock-delay",
        "How long Consul keeps the lock from everybody after a session was lost",
        5_000,
        "No setting: Druid's code has 5 s. Consul takes 60 s at most",
        Some("lock_delay"),
    ),
    setting(
        "join-timeout",
        "Wait for a thread when unregistering",
        5_000,
        "No setting: Druid's code has 5 s",
        Some("join"),
    ),
];

/// A key that the report has and Druid does not, and what Druid calls it.
const WRONG: (&str, Key) = ("leader.sessionTtl", Key::Ttl);

/// What the length of a tick is.
const TICK: &str = "the greatest common divisor of healthCheckInterval / 3 and lock-delay";

/// Before every key of Druid's.
const PREFIX: &str = "druid.discovery.consul.";

impl Key {
    fn of(self) -> &'static Setting {
        &TABLE[self as usize]
    }

    fn fail(self, message: impl Into<String>) -> SettingError {
        SettingError { key: self.of().key.to_owned(), message: message.into() }
    }

    /// The last part of the key, which messages are about.
    fn short(self) -> &'static str {
        self.of().key.rsplit('.').next().unwrap_or_default()
    }

    /// The key of a text: written out, or its last parts.
    fn find(text: &str) -> Option<Self> {
        let ends =
            |key: &str| key.strip_suffix(text).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        KEYS.into_iter().find(|key| !text.is_empty() && ends(key.of().key))
    }

    /// A value as it is written: milliseconds, or a count.
    fn read(self, text: &str) -> Result<u64, SettingError> {
        if self != Self::Retries {
            return read_duration(text).map_err(|message| self.fail(message));
        }
        let count: i64 = text.trim().parse().map_err(|_| {
            let found = shorten(text);
            self.fail(format!("`{found}` is no whole number; expected one, 0 or less for no limit"))
        })?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    fn show(self, value: u64) -> String {
        if self == Self::Retries { value.to_string() } else { show_duration(value) }
    }
}

/// What Druid takes for `leaderSessionTtl` when it is not set, in milliseconds.
fn default_ttl(poll_ms: u64) -> u64 {
    Key::Ttl.of().default.max(poll_ms / 1_000 * 3_000)
}

fn table(config: &Config) -> SettingTable {
    let Some(standing) = Standing::of(config) else { return SettingTable::default() };
    let row = |key: Key| {
        let Setting { key: name, title, default, rule, parameter } = *key.of();
        let default = if key == Key::Ttl { default_ttl(standing.ms(Key::Poll)) } else { default };
        let ticks = match (key, parameter) {
            (Key::Retries, _) | (_, None) => String::new(),
            (_, Some(_)) => count(standing.values[key as usize] / standing.tick),
        };
        let (value, default) = (key.show(standing.ms(key)), key.show(default));
        SettingRow { key: name, title, value, default, rule, parameter, ticks }
    };
    let about = format!(
        "A tick is {}. It becomes {TICK}; everything else is rounded up. An empty field takes Druid's default",
        standing.show_tick()
    );
    SettingTable { title: "As Druid is configured", about, rows: KEYS.map(row).into() }
}

fn count(ticks: u64) -> String {
    format!("{ticks} tick{}", if ticks == 1 { "" } else { "s" })
}

fn change(config: &Config, lines: &[(String, String)]) -> Result<(Config, Vec<String>), SettingError> {
    let Some(mut standing) = Standing::of(config) else {
        return Err(Key::Poll.fail("the configuration does not fit the model"));
    };
    let mut notices = Vec::new();
    let named = name(&mut standing, lines, &mut notices)?;
    rules::check(&mut standing, &named, &mut notices)?;
    let parameters = ticks::parameters(&standing, &named, &mut notices)?;
    let (mut out, before) = (config.clone(), config.filled(&INFO));
    for (id, number) in parameters {
        // What stays is not written down, so that a link carries only what differs.
        if before.parameters.get(id) != Some(&Value::Number(number)) {
            out.parameters.insert(id.to_owned(), Value::Number(number));
        }
    }
    Ok((out, notices))
}

/// Sets what the lines name, by [`Key`].
fn name(
    standing: &mut Standing,
    lines: &[(String, String)],
    notices: &mut Vec<String>,
) -> Result<[bool; COUNT], SettingError> {
    let (mut named, mut unset_ttl) = ([false; COUNT], false);
    // A TTL that is Druid's default was not set, so it follows its interval.
    let follows = standing.ms(Key::Ttl) == default_ttl(standing.ms(Key::Poll));
    for (text, value) in lines {
        let text = text.trim();
        let key = match Key::find(text) {
            Some(key) => key,
            None if WRONG.0 == text.strip_prefix(PREFIX).unwrap_or(text) => {
                notices.push(format!("There is no key `{text}`; Druid calls it {}", WRONG.1.of().key));
                WRONG.1
            }
            None => return Err(unknown(text)),
        };
        if std::mem::replace(&mut named[key as usize], true) {
            return Err(key.fail("is given twice"));
        }
        let unset = value.trim().is_empty();
        unset_ttl |= unset && key == Key::Ttl;
        let value = if unset { key.of().default } else { key.read(value)? };
        standing.set(key, value);
    }
    let ttl = default_ttl(standing.ms(Key::Poll));
    if unset_ttl || follows && !named[Key::Ttl as usize] {
        if standing.ms(Key::Ttl) != ttl && !unset_ttl {
            notices.push(format!(
                "leaderSessionTtl follows healthCheckInterval, as its default does: {}",
                show_duration(ttl)
            ));
        }
        standing.set(Key::Ttl, ttl);
    }
    Ok(named)
}

/// The error about a key that is not there, with the one that was perhaps meant.
fn unknown(text: &str) -> SettingError {
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let wanted = last(text);
    let near = |key: &Key| {
        let known = last(key.of().key);
        !wanted.is_empty() && (known.ends_with(&wanted) || wanted.ends_with(&known))
    };
    let meant = KEYS.into_iter().find(near).map(|key| format!("did you mean {}? ", key.of().key));
    let known: Vec<_> = KEYS.iter().map(|key| key.of().key).collect();
    let message =
        format!("there is no such key; {}Expected one of {}", meant.unwrap_or_default(), known.join(", "));
    SettingError { key: shorten(text), message: message.replacen("; Expected", "; expected", 1) }
}
