//! What Druid and Consul refuse, and what Druid only warns about, in Druid's words where it has words.
//!
//! Rules are about what is named: a small model of the reader's own, whose calls fail at once, may be changed too.

use super::ticks::Standing;
use super::{COUNT, Key};
use crate::machine::{SettingError, show_seconds};

/// Refuses what Druid or Consul would, warns as Druid does, and drops the fractions that Druid drops.
pub(super) fn check(
    standing: &mut Standing,
    named: &[bool; COUNT],
    notices: &mut Vec<String>,
) -> Result<(), SettingError> {
    let is = |key: Key| named[key as usize];
    for key in [Key::Poll, Key::Socket] {
        if is(key) && standing.ms(key) == 0 {
            return Err(key.fail(format!("{} must be positive", key.short())));
        }
    }
    if is(Key::Watch) && standing.ms(Key::Watch) < 1_000 {
        return Err(Key::Watch.fail("watchSeconds must be at least 1 second"));
    }
    if is(Key::Ttl) {
        ttl(standing, notices)?;
    }
    let seconds = |key: Key| standing.ms(key) / 1_000;
    // The default follows the interval.
    if (is(Key::Ttl) || is(Key::Poll)) && seconds(Key::Ttl) > 120 {
        let (ttl, twice) = (joda(standing.ms(Key::Ttl)), joda(seconds(Key::Ttl) * 2_000));
        notices
            .push(format!("Druid warns: leaderSessionTtl is {ttl}; leader failover may take up to {twice}"));
    }
    let (socket, watch) = (standing.ms(Key::Socket), standing.ms(Key::Watch));
    if (is(Key::Socket) || is(Key::Watch)) && socket <= watch {
        let key = if is(Key::Socket) { Key::Socket } else { Key::Watch };
        let (socket, watch) = (joda(socket), joda(watch));
        return Err(key.fail(format!("socketTimeout [{socket}] must be greater than watchSeconds [{watch}]")));
    }
    let (after, least) = (seconds(Key::Deregister), (seconds(Key::Poll) * 3).max(30));
    if (is(Key::Poll) || is(Key::Deregister)) && after < least {
        let key = if is(Key::Deregister) { Key::Deregister } else { Key::Poll };
        return Err(key.fail(format!(
            "deregisterAfter ({after}s) must be >= service TTL ({least}s = 3 × healthCheckInterval)"
        )));
    }
    let (watch, ttl) = (seconds(Key::Watch), seconds(Key::Ttl));
    if (is(Key::Watch) || is(Key::Ttl)) && watch > ttl * 2 {
        notices.push(format!(
            "Druid warns: watchSeconds ({watch}s) is much larger than leaderSessionTtl ({ttl}s): delayed failure detection \
             possible"
        ));
    }
    if is(Key::LockDelay) && standing.ms(Key::LockDelay) > 60_000 {
        return Err(Key::LockDelay.fail("Consul takes a lock-delay of at most 60 s"));
    }
    Ok(())
}

fn ttl(standing: &mut Standing, notices: &mut Vec<String>) -> Result<(), SettingError> {
    let ms = standing.ms(Key::Ttl);
    let (seconds, given) = (ms / 1_000, joda(ms));
    if seconds < 10 {
        return Err(Key::Ttl.fail(format!("leaderSessionTtl [{given}] must be at least 10 seconds")));
    }
    if seconds > 86_400 {
        return Err(Key::Ttl.fail("Consul takes a session TTL of 10 s to 86,400 s"));
    }
    if !ms.is_multiple_of(1_000) {
        notices.push(format!("Druid drops the fraction of leaderSessionTtl [{given}]: {seconds} seconds"));
        standing.set(Key::Ttl, seconds * 1_000);
    }
    Ok(())
}

/// A duration as Joda's `Duration` prints itself: in seconds only.
fn joda(ms: u64) -> String {
    format!("PT{}S", show_seconds(ms))
}
