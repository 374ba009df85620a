//! The page: one file a panel. It knows scenes, runs and scenarios, never a model's state.
//!
//! [`state`] is the ground state, [`view`] what is derived from it, [`actions`] every command with its
//! keys, [`terms`] the glossary. These are plain values, tested on the host; everything else draws
//! them or sends [`state::Action`]s, and needs a browser.
//!
//! *Invariant*: the run state is in one [`crate::trace::Trace`], from which the link is made.

pub mod actions;
pub mod changes;
pub mod checks;
pub mod claims;
pub mod configured;
pub mod decided;
pub mod derived;
pub mod embed;
pub mod equal;
pub mod index;
pub mod lesson;
pub mod notices;
pub mod opened;
pub mod orders;
pub mod page;
pub mod settings;
pub mod shared;
pub mod state;
pub mod terms;
pub mod timeline;
pub mod until;
pub mod view;

#[cfg(target_arch = "wasm32")]
pub use app::mount;

#[cfg(target_arch = "wasm32")]
mod app;
#[cfg(target_arch = "wasm32")]
mod background;
#[cfg(target_arch = "wasm32")]
mod both_orders;
#[cfg(target_arch = "wasm32")]
mod branches;
#[cfg(target_arch = "wasm32")]
mod choices;
#[cfg(target_arch = "wasm32")]
mod command;
#[cfg(target_arch = "wasm32")]
mod configuration;
#[cfg(target_arch = "wasm32")]
pub(crate) mod crash;
#[cfg(target_arch = "wasm32")]
mod decides;
#[cfg(target_arch = "wasm32")]
mod dialog;
#[cfg(target_arch = "wasm32")]
pub(crate) mod effect;
#[cfg(target_arch = "wasm32")]
mod embedded;
#[cfg(target_arch = "wasm32")]
mod fixes;
#[cfg(target_arch = "wasm32")]
mod glossary;
#[cfg(target_arch = "wasm32")]
mod header;
#[cfg(target_arch = "wasm32")]
mod help;
#[cfg(target_arch = "wasm32")]
pub(crate) mod icon;
#[cfg(target_arch = "wasm32")]
mod kept_focus;
#[cfg(target_arch = "wasm32")]
mod keyboard;
#[cfg(target_arch = "wasm32")]
mod matrix;
#[cfg(target_arch = "wasm32")]
mod memory;
#[cfg(target_arch = "wasm32")]
mod narration;
#[cfg(target_arch = "wasm32")]
mod note;
#[cfg(target_arch = "wasm32")]
mod notice;
#[cfg(target_arch = "wasm32")]
mod outcome;
#[cfg(target_arch = "wasm32")]
mod own_file;
#[cfg(target_arch = "wasm32")]
pub(crate) mod parts;
#[cfg(target_arch = "wasm32")]
mod paste;
#[cfg(target_arch = "wasm32")]
mod pill;
#[cfg(target_arch = "wasm32")]
mod properties;
#[cfg(target_arch = "wasm32")]
mod report;
#[cfg(target_arch = "wasm32")]
mod run_page;
#[cfg(target_arch = "wasm32")]
mod searching;
#[cfg(target_arch = "wasm32")]
mod session;
#[cfg(target_arch = "wasm32")]
mod settings_panel;
#[cfg(target_arch = "wasm32")]
mod sharing;
#[cfg(target_arch = "wasm32")]
mod signature;
#[cfg(target_arch = "wasm32")]
mod start;
#[cfg(target_arch = "wasm32")]
mod step_bar;
#[cfg(target_arch = "wasm32")]
mod story;
#[cfg(target_arch = "wasm32")]
mod try_it;
#[cfg(target_arch = "wasm32")]
mod until_menu;
#[cfg(target_arch = "wasm32")]
mod verdicts;

#[cfg(target_arch = "wasm32")]
pub mod lane;
#[cfg(target_arch = "wasm32")]
pub mod log;
#[cfg(target_arch = "wasm32")]
pub mod mark;
#[cfg(target_arch = "wasm32")]
pub mod operator;
#[cfg(target_arch = "wasm32")]
pub mod scroll;
#[cfg(target_arch = "wasm32")]
pub mod stage;
#[cfg(target_arch = "wasm32")]
pub mod store;
#[cfg(target_arch = "wasm32")]
pub mod table;
#[cfg(target_arch = "wasm32")]
pub mod thread;
