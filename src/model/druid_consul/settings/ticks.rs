//! Between durations and ticks, exactly: a tick is a third of whole milliseconds at best, so times are counted in grains,
//! of which a millisecond has a multiple of three.

use super::{COUNT, INFO, Key, TICK, count};
use crate::machine::{Config, ParameterKind, Resolved, SettingError, show_duration, show_seconds};

/// What a configuration stands for.
pub(super) struct Standing {
    /// How many grains a millisecond has.
    grains: u64,
    /// The length of a tick, in grains.
    pub(super) tick: u64,
    /// The period of renewals, in grains. Druid has a third of the poll; a configuration may have another.
    renew: u64,
    /// By [`Key`]: grains, or a count.
    pub(super) values: [u64; COUNT],
}

impl Standing {
    /// None when the configuration does not fit the model.
    pub(super) fn of(config: &Config) -> Option<Self> {
        let resolved = Resolved::new(&INFO, config).ok()?;
        let number = |id: &str| u64::from(resolved.number(id));
        // The interval is whole milliseconds; the length of a tick is only rounded to microseconds.
        let poll_ms = ((number("poll") * number("tick_us") + 500) / 1_000).max(1);
        let grains = 3 * number("poll");
        let tick = 3 * poll_ms;
        let ticks = |id: &str| number(id) * tick;
        let mut standing = Self { grains, tick, renew: ticks("renew"), values: [0; COUNT] };
        for (key, id) in [
            (Key::Poll, "poll"),
            (Key::Ttl, "ttl"),
            (Key::RetryDelay, "backoff"),
            (Key::Socket, "rpc_hang"),
            (Key::LockDelay, "lock_delay"),
            (Key::Join, "join"),
        ] {
            standing.values[key as usize] = ticks(id);
        }
        standing.values[Key::Retries as usize] = number("max_errors");
        // What only rules are about is whatever Druid wants at least.
        standing.set(Key::Deregister, Key::Deregister.of().default.max(poll_ms / 1_000 * 3_000));
        let below = standing.ms(Key::Socket).saturating_sub(1) / 1_000 * 1_000;
        standing.set(Key::Watch, Key::Watch.of().default.min(below.max(1_000)));
        Some(standing)
    }

    /// A value, rounded to milliseconds; a count as it is.
    pub(super) fn ms(&self, key: Key) -> u64 {
        match (key, self.values[key as usize]) {
            (Key::Retries, count) => count,
            (_, grains) => (grains + self.grains / 2) / self.grains,
        }
    }

    /// The length of a tick, in seconds.
    pub(super) fn show_tick(&self) -> String {
        format!("{} s", show_seconds((self.tick + self.grains / 2) / self.grains))
    }

    /// Sets a value, in milliseconds.
    pub(super) fn set(&mut self, key: Key, value: u64) {
        self.values[key as usize] = if key == Key::Retries { value } else { value * self.grains };
    }
}

/// The parameters, with their ids. A tick that has changed is told, and so is every value that is rounded up.
pub(super) fn parameters(
    standing: &Standing,
    named: &[bool; COUNT],
    notices: &mut Vec<String>,
) -> Result<Vec<(&'static str, u32)>, SettingError> {
    let Standing { grains, ref values, .. } = *standing;
    // Grains are thirds, so this is exact.
    let renew = values[Key::Poll as usize] / 3;
    let tick = common(renew, values[Key::LockDelay as usize]);
    // What the length of a tick follows from, and so the likely reason for what does not fit.
    let cause =
        if named[Key::LockDelay as usize] && !named[Key::Poll as usize] { Key::LockDelay } else { Key::Poll };
    let tick_us = (tick * 1_000 + grains / 2) / grains;
    if tick_us < 1_000 {
        return Err(cause.fail(format!("a tick would be shorter than 1 ms: it is {TICK}")));
    }
    let tick_told = Standing { tick, values: [0; COUNT], ..*standing }.show_tick();
    let bound = |id: &str, value: u64, key: Key, told: String| {
        within(id, value).map_err(|most| key.fail(format!("{told}; the model has at most {most}")))
    };
    let tick_us = bound("tick_us", tick_us, cause, format!("a tick comes to {tick_us} µs"))?;
    let why = format!("of {tick_told}, {TICK}");
    let mut out = vec![("tick_us", tick_us)];
    let timed = [Key::Poll, Key::Ttl, Key::RetryDelay, Key::Socket, Key::LockDelay, Key::Join];
    for key in timed {
        let id = key.of().parameter.unwrap_or_default();
        let (value, at_fault) = (values[key as usize], if named[key as usize] { key } else { cause });
        let told = format!("{} comes to {} {why}", key.short(), count(value.div_ceil(tick)));
        let ticks = bound(id, value.div_ceil(tick), at_fault, told)?;
        let rounded = u64::from(ticks) * tick;
        if rounded != value {
            let (given, stands) =
                (show_duration(standing.ms(key)), show_duration((rounded + grains / 2) / grains));
            notices.push(format!(
                "{} {given} is rounded up to {}, {stands}",
                key.short(),
                count(u64::from(ticks))
            ));
        }
        out.push((id, ticks));
    }
    if standing.renew != renew && !named[Key::Poll as usize] {
        let period = show_duration((renew + grains / 2) / grains);
        notices.push(format!("Renewals come every {period}, a third of healthCheckInterval"));
    }
    // A third of the poll, which is whole ticks.
    out.push(("renew", bound("renew", renew / tick, Key::Poll, "a third of healthCheckInterval".into())?));
    let retries = values[Key::Retries as usize];
    let told = format!("leaderMaxErrorRetries is {retries}");
    out.push(("max_errors", bound("max_errors", retries, Key::Retries, told)?));
    Ok(out)
}

/// A value within a parameter's range, raised to its least.
///
/// # Errors
/// The most, when the value is more.
fn within(id: &str, value: u64) -> Result<u32, u32> {
    let known = INFO.parameters.iter().find(|known| known.id == id).map(|known| &known.kind);
    let (min, max) = match known {
        Some(&ParameterKind::Number { min, max, .. }) => (min, max),
        _ => (0, u32::MAX),
    };
    u32::try_from(value).ok().filter(|&value| value <= max).map(|value| value.max(min)).ok_or(max)
}

/// The greatest common divisor.
fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}
