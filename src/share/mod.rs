//! Links: the whole state of the page in the URL fragment, readable, without a server.
//!
//! ```text
//! #/                                                    the start page
//! #/?system=flink                                       the start page, filtered
//! #/flink-40114-own-loss?fix=retry&at=7                 a scenario nobody changed
//! #/flink-40114-own-loss?try=1                          its task, nothing done yet
//! #/flink-40114-own-loss?v=1&m=flink-election.1&at=2&run=jm1.a~jm1.b&under=retry&alt=retry!jm1.c
//! #/model/flink-election?p.jobmanagers=2&p.components=restserver+dispatcher&b.loss=1
//! ```
//!
//! | key | meaning |
//! | --- | --- |
//! | `v` | format of the link: 1 |
//! | `m` | model and its version when the link was made |
//! | `fix` | the fixes that are on, joined by `+`; absent: as the scenario says; empty: none |
//! | `at` | how many steps are done; absent: 0 |
//! | `try` | 1: the scenario's task is being tried, its story hidden; absent: it is told |
//! | `p.ID`, `b.ID` | a parameter, a fault's budget |
//! | `run` | the schedule that is shown, its events joined by `~`; absent: the scenario's own |
//! | `under` | the fixes `run` was made under, as in `fix` |
//! | `alt` | another schedule that is kept, `FIXES!EVENTS` or `EVENTS`; repeated |
//! | `note` | `STEP!TEXT`, a note on a step of the schedule before it, or of the scenario's own when none is; repeated; empty: the scenario's notes are gone |
//! | `len` | how many characters follow it, before percent-encoding: a link that was cut off says so |
//!
//! What an embed is asked to be stands in the query before the fragment ([`Embed`]).
//!
//! *Invariant*: [`decode`] never panics, whatever the text; nothing in a link is ever HTML.

mod carried;
mod decode;
mod embed;
mod encode;
mod length;
mod page;
mod percent;
mod problem;
mod restore;
mod snippet;

pub use carried::{CARRIED_FORMAT, Carried, MAX_CARRIER_BYTES, carried};
pub use decode::{decode, decode_handed};
pub use embed::{Embed, MAX_EMBED_KEYS, Mode, Scheme};
pub use encode::encode;
pub use page::{Cut, Link, LinkBranch, Page, Source};
pub use problem::{LinkError, Notice};
pub use snippet::{Embedded, Host};

/// The longest link that is read, in bytes.
pub const MAX_LINK_BYTES: usize = 64 << 10;

/// The longest fragment that one program of this page takes from another, in bytes.
pub const MAX_HANDED_LINK_BYTES: usize = 4 << 20;

/// The format of links that this version reads and writes.
pub const LINK_FORMAT: u32 = 1;
