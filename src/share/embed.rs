//! What an embed is asked to be: the query before the fragment, as in
//! `?embed=1&mode=stage&from=3&to=8&readonly=1&theme=dark#/flink-40114-own-loss?at=3`.
//!
//! | key | meaning |
//! | --- | --- |
//! | `embed` | 1: the page is part of another one; absent or 0: it is not, and nothing else here counts |
//! | `mode` | `full`, `stage` or `timeline`; absent: `full` |
//! | `from`, `to` | the steps that can be reached, both included; absent: all |
//! | `readonly` | 1: the reader steps, and changes nothing |
//! | `theme` | `light` or `dark`; absent: as the reader's system prefers |
//! | `autoplay` | 1: the steps follow each other by themselves; absent: they do not |
//!
//! *Invariant*: a key that is not known is ignored, a value that is not is told and ignored: an embed opens, and never
//! shows more than it says.

use super::decode::pair;
use super::problem::LinkError;
use crate::trace::MAX_EVENTS;

/// The most keys that are looked at.
pub const MAX_EMBED_KEYS: usize = 64;

/// The keys, each with what is expected of its value.
const KEYS: [(&str, &str); 7] = [
    ("embed", "0 or 1"),
    ("mode", "`full`, `stage` or `timeline`"),
    ("from", "a step, 0 to 20000"),
    ("to", "a step, 0 to 20000"),
    ("readonly", "0 or 1"),
    ("theme", "`light` or `dark`"),
    ("autoplay", "0 or 1"),
];

/// How an embed shows a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// What is shown.
    pub mode: Mode,
    /// The first step that can be reached; 0 is the state before the first.
    pub from: usize,
    /// The last one; none when it is that of the run.
    pub to: Option<usize>,
    /// Whether the reader only steps.
    pub readonly: bool,
    /// The colours; none when they are those of the reader's system.
    pub theme: Option<Scheme>,
    /// Whether the steps follow each other by themselves.
    pub autoplay: bool,
}

/// What an embed shows of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// All three zones and the timeline.
    #[default]
    Full,
    /// The stage with the step that is shown.
    Stage,
    /// The timeline with the step that is shown.
    Timeline,
}

/// A scheme of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Full, Self::Stage, Self::Timeline];

    /// The word in an address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Stage => "stage",
            Self::Timeline => "timeline",
        }
    }
}

impl Scheme {
    /// Both schemes.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The word in an address.
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Embed {
    /// Reads the query of the page, with or without its `?`, and tells which values are not as expected. None when the
    /// page is not embedded.
    pub fn read(query: &str) -> Option<(Self, Vec<LinkError>)> {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (mut embed, mut wrong) = (Self::default(), Vec::new());
        let (mut is_embed, mut seen) = (false, 0_u32);
        for (key, value) in query.split('&').take(MAX_EMBED_KEYS).map(pair) {
            let Some(at) = KEYS.iter().position(|(known, _)| *known == key) else { continue };
            is_embed |= at == 0 && value != "0";
            let is_second = seen >> at & 1 == 1;
            seen |= 1 << at;
            if is_second {
                wrong.push(LinkError::new(&key, &value, "the key once, not twice"));
            } else if !embed.set(&key, &value) {
                wrong.push(LinkError::new(&key, &value, KEYS[at].1));
            }
        }
        if let Some(to) = embed.to.filter(|&to| to < embed.from) {
            let expected = "at most the step of `to`";
            wrong.push(LinkError::new("from", &embed.from.to_string(), expected));
            embed.from = to;
        }
        is_embed.then_some((embed, wrong))
    }

    /// Sets the value of a key that is known. False when it is none of its values.
    fn set(&mut self, key: &str, value: &str) -> bool {
        let flag = ["0", "1"].iter().position(|known| *known == value).map(|at| at == 1);
        match key {
            "mode" => put(&mut self.mode, Mode::ALL.into_iter().find(|mode| mode.word() == value)),
            "from" => put(&mut self.from, step(value)),
            "to" => put(&mut self.to, step(value).map(Some)),
            "readonly" => put(&mut self.readonly, flag),
            "theme" => {
                let scheme = Scheme::ALL.into_iter().find(|scheme| scheme.word() == value);
                put(&mut self.theme, scheme.map(Some))
            }
            "autoplay" => put(&mut self.autoplay, flag),
            _ => flag.is_some(),
        }
    }

    /// The query with its `?`, each value that is not the usual one in a fixed order.
    pub fn write(&self) -> String {
        let mut out = "?embed=1".to_owned();
        let mut add = |key: &str, value: &str| out.extend(["&", key, "=", value]);
        if self.mode != Mode::default() {
            add("mode", self.mode.word());
        }
        if self.from > 0 {
            add("from", &self.from.to_string());
        }
        if let Some(to) = self.to {
            add("to", &to.to_string());
        }
        if self.readonly {
            add("readonly", "1");
        }
        if let Some(theme) = self.theme {
            add("theme", theme.word());
        }
        if self.autoplay {
            add("autoplay", "1");
        }
        out
    }

    /// The steps that can be reached in a run of so many: the first and the last.
    pub fn reach(&self, len: usize) -> (usize, usize) {
        let last = self.to.map_or(len, |to| to.min(len));
        (self.from.min(last), last)
    }

    /// Whether the reader may change the run: what is not shown can't be changed either.
    pub fn may_change(&self) -> bool {
        self.mode == Mode::Full && !self.readonly
    }
}

/// Puts what was found in its place. False when nothing was.
fn put<T>(place: &mut T, found: Option<T>) -> bool {
    let is_found = found.is_some();
    if let Some(found) = found {
        *place = found;
    }
    is_found
}

fn step(value: &str) -> Option<usize> {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|&step| is_number && step <= MAX_EVENTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(query: &str) -> (Embed, Vec<String>) {
        let (embed, wrong) = Embed::read(query).unwrap();
        (embed, wrong.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn only_an_embed_has_options() {
        for query in ["", "?", "?embed=0", "?mode=stage&from=3", "?embedded=1"] {
            assert_eq!(Embed::read(query), None, "{query}");
        }
        assert_eq!(told("?embed=1"), (Embed::default(), vec![]));
        assert!(!Embed::default().autoplay);
    }

    #[test]
    fn all_options_are_read_and_others_ignored() {
        let all = "?embed=1&mode=stage&from=3&to=8&readonly=1&theme=dark&autoplay=1";
        let embed = Embed {
            mode: Mode::Stage,
            from: 3,
            to: Some(8),
            readonly: true,
            theme: Some(Scheme::Dark),
            autoplay: true,
        };
        assert_eq!((told(all), embed.write().as_str()), ((embed, vec![]), all));
        assert_eq!(told("embed=1&utm_source=x&amp;mode=timeline").0.mode, Mode::Timeline);
    }

    #[test]
    fn a_wrong_value_is_named_with_what_was_found_and_expected() {
        let query = "?embed=yes&mode=stages&from=-1&to=20001&readonly=true&theme=auto&autoplay=&to=3";
        let expected = [
            "link: embed: found `yes`; expected 0 or 1",
            "link: mode: found `stages`; expected `full`, `stage` or `timeline`",
            "link: from: found `-1`; expected a step, 0 to 20000",
            "link: to: found `20001`; expected a step, 0 to 20000",
            "link: readonly: found `true`; expected 0 or 1",
            "link: theme: found `auto`; expected `light` or `dark`",
            "link: autoplay: found ``; expected 0 or 1",
            "link: to: found `3`; expected the key once, not twice",
        ];
        assert_eq!(told(query), (Embed::default(), expected.map(str::to_owned).to_vec()));
        assert_eq!(MAX_EVENTS, 20_000, "the messages above name it");
    }

    #[test]
    fn a_lock_never_grows_by_a_mistake() {
        let (embed, wrong) = told("?embed=1&from=8&to=3");
        assert_eq!((embed.from, embed.to), (3, Some(3)));
        assert_eq!(wrong, ["link: from: found `8`; expected at most the step of `to`"]);
        let reach = |from, to, len| Embed { from, to, ..Embed::default() }.reach(len);
        assert_eq!([reach(0, None, 8), reach(3, Some(5), 8)], [(0, 8), (3, 5)]);
        assert_eq!(
            [reach(3, Some(50), 8), reach(12, None, 8), reach(3, Some(5), 0)],
            [(3, 8), (8, 8), (0, 0)]
        );
    }

    #[test]
    fn what_is_not_shown_can_not_be_changed() {
        let may = |mode, readonly| Embed { mode, readonly, ..Embed::default() }.may_change();
        assert!(may(Mode::Full, false) && !may(Mode::Full, true));
        assert!(!may(Mode::Stage, false) && !may(Mode::Timeline, false));
    }

    prop_compose! {
        fn embeds()(
            mode in prop::sample::select(&Mode::ALL[..]),
            from in 0..=MAX_EVENTS,
            more in prop::option::of(0..=MAX_EVENTS),
            readonly: bool,
            theme in prop::option::of(prop::sample::select(&Scheme::ALL[..])),
            autoplay: bool,
        ) -> Embed {
            let to = more.map(|more| (from + more).min(MAX_EVENTS));
            Embed { mode, from, to, readonly, theme, autoplay }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(embed in embeds()) {
            prop_assert_eq!(told(&embed.write()), (embed, vec![]));
        }

        #[test]
        fn any_query_is_read_and_writes_what_was_understood(
            query in "(embed=1)?(&(mode|from|to|readonly|theme|autoplay|é)=[0-9a-z%é]{0,7}){0,9}",
            len in 0_usize..40,
        ) {
            if let Some((embed, _)) = Embed::read(&query) {
                prop_assert_eq!(told(&embed.write()), (embed, vec![]));
                let (first, last) = embed.reach(len);
                prop_assert!(first <= last && last <= len);
            }
        }
    }
}
