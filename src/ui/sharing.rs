//! The page's side of the dialogs of sharing, which are a program of their own: most readers never open one.

use super::memory::Written;
use super::session::Session;
use super::state::{Action, Dialog};
use crate::protocol::{DESK_PROTOCOL, Handed, Returned, Wanted};
use crate::web::desk;

/// Opens a dialog about the run that is shown. Until it ends, the page leaves the keys to it.
pub(super) fn share(session: &Session, wanted: Wanted) {
    let state = session.latest();
    let Some(opened) = state.opened.filter(|_| state.dialog.is_none()) else { return };
    let (fragment, own) = match Written::of(&opened) {
        Written { private: Some(fragment), .. } => (fragment, session.own.borrow().clone()),
        Written { fragment, .. } => (fragment, None),
    };
    session.act(Action::Show(Some(Dialog::Desk)));
    let session = session.clone();
    let handed =
        Handed { protocol: DESK_PROTOCOL, wanted, fragment, own, letters: state.settings.character_keys };
    desk::ask(&handed.write(), move |text| {
        session.act(Action::Show(None));
        match Returned::read(&text) {
            Some(Returned::Closed) => {}
            Some(Returned::Open { name, text }) => session.open_text(name, text),
            other => {
                let why = match other {
                    Some(Returned::Failed { message }) => message,
                    _ => "Reload the page; if that does not help, a new version may be on its way".into(),
                };
                session.refuse("The dialogs could not be loaded", why);
            }
        }
    });
}
