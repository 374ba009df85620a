//! What happens when the page itself panics.

use crate::web::crash;

/// Makes every panic end in a readable panel that keeps the run's link.
pub(crate) fn install_hook() {
    yew::set_custom_panic_hook(Box::new(|info| crash::cover(&info.to_string())));
}
