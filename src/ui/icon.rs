//! A dozen icons, drawn by hand on a 16 by 16 grid.

use super::parts::classes;
use yew::prelude::*;

/// An icon by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    First,
    Previous,
    Play,
    Pause,
    Next,
    Last,
    Until,
    Auto,
    Light,
    Dark,
    Close,
    Help,
    Copy,
    File,
    List,
    Share,
    Table,
    Timeline,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::First => "M4 3v10M12 3.5 6.5 8l5.5 4.5z",
            Self::Previous => "M11 3 5 8l6 5z",
            Self::Play => "M5 3v10l8-5z",
            Self::Pause => "M5 3v10M11 3v10",
            Self::Next => "M5 3l6 5-6 5z",
            Self::Last => "M12 3v10M4 3.5 9.5 8 4 12.5z",
            Self::Until => "M1.5 8h6.5M5.5 5 8.5 8l-3 3M13 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
            Self::Auto => "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M9 4.5h2.8M9 8h4.5M9 11.5h2.8",
            Self::Light => {
                "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M3 13l1.1-1.1M11.9 4.1 13 3"
            }
            Self::Dark => "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
            Self::Close => "M3.5 3.5l9 9m0-9l-9 9",
            Self::Help => "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.8M8 12.6v.2",
            Self::Copy => "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
            Self::File => "M4 1.5h5L12.5 5v9.5H4zM9 1.5V5h3.5",
            Self::List => "M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5",
            Self::Share => "M8 10V2M5 4.5 8 1.5l3 3M5 7H3v7h10V7h-2",
            Self::Table => "M2 3h12v10H2zM2 6.5h12M2 10h12M6 3v10",
            Self::Timeline => "M2 4h12M2 8h12M2 12h12M5 2.5v3M9 6.5v3M12 10.5v3",
        }
    }

    fn is_solid(self) -> bool {
        matches!(self, Self::First | Self::Previous | Self::Play | Self::Next | Self::Last)
    }
}

/// An icon beside words; it is never read out.
pub(crate) fn icon(icon: Icon) -> Html {
    let solid = icon.is_solid().then_some("solid");
    html! {
        <svg class={classes("icon", &[solid])} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={icon.path()} />
        </svg>
    }
}
