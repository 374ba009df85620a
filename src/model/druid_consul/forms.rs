//! The closed forms of the fact sheet: what a figure comes to by arithmetic, beside what the search finds. In ticks.

use super::DruidConsul;
use super::state::{Fault, LONGEST};
use crate::machine::ClosedForm;

impl DruidConsul {
    /// The closed form that answers to these budgets; none where the fact sheet has none.
    pub fn closed_form(&self) -> Option<ClosedForm> {
        let allowed: Vec<_> = super::FAULTS
            .iter()
            .map(|&(fault, _)| (fault, self.budgets[fault as usize]))
            .filter(|&(_, budget)| budget > 0)
            .collect();
        // The forms are about the code as it is.
        let plain = self.fixes & !SETTINGS == 0 && self.callback == 0;
        let [poll, renew, ttl, delay, hang] =
            [self.poll, self.renew_every, self.ttl, self.lock_delay, self.rpc_hang].map(u32::from);
        // Sessions that expire between renewals break the forms: the lock is lost without a fault.
        if !plain || renew >= 2 * ttl {
            return None;
        }
        let form = |property, least, most, formula| ClosedForm {
            property,
            least,
            most,
            formula,
            tick_us: self.tick_us,
            counted_to: LONGEST.into(),
        };
        let dual = |least, most, formula| form("dual-leader-time", least, most, formula);
        Some(match allowed[..] {
            [(Fault::Invalidate, 1)] => {
                let window = poll.saturating_sub(delay);
                dual(window, window, "max(0, healthCheckInterval - lock-delay)")
            }
            [(Fault::DeleteKey, 1)] => dual(poll, poll, "healthCheckInterval"),
            [(Fault::Cut, 1)] => {
                let least = (poll + hang + renew).saturating_sub(2 * ttl + delay);
                let most = least.max(poll.saturating_sub(delay));
                dual(
                    least,
                    most,
                    "max(0, healthCheckInterval + RPC time-out + renewal - 2 TTL - lock-delay), or \
                     healthCheckInterval - lock-delay when a renewal hangs",
                )
            }
            [(Fault::Error, 2)] => form(
                "leaderless-time",
                0,
                2 * ttl + delay + poll + renew + u32::from(self.backoff),
                "2 TTL + lock-delay + healthCheckInterval + renewal + back-off",
            ),
            _ => return None,
        })
    }
}

/// The fixes that set parameters, by their bits: the forms take them in.
const SETTINGS: u32 = 1 << super::Fix::LongerTtl as u32
    | 1 << super::Fix::LongerLockDelay as u32
    | 1 << super::Fix::ShorterPoll as u32;
