//! The dialog with the run in other pages.

use super::copy::Copy;
use super::fields::{check, number, select};
use super::kept::{Step, by, use_kept};
use super::link::{Choices, base, is_local, link, too_long};
use super::panel::{PanelProps, part};
use crate::share::{Embed, Embedded, Host, Mode, Page, Scheme, encode};
use crate::ui::parts::{classed, hideable, muted, tag};
use crate::web::location;
use yew::prelude::*;

/// The least and the greatest height of a frame, in pixels.
const HEIGHTS: (u32, u32) = (160, 2_000);

/// What the reader asks for.
#[derive(Clone, Copy, PartialEq)]
struct Wanted {
    embed: Embed,
    height: u32,
    host: Host,
    /// Whether the frame is shown here.
    preview: bool,
}

/// How the run is shown in another page, how that looks, and the text for each host.
#[component]
pub(super) fn EmbedPanel(props: &PanelProps) -> Html {
    let (wanted, change) =
        use_kept(|| Wanted { embed: Embed::default(), height: 520, host: Host::Frame, preview: true });
    let run = &props.run;
    let page = location::address();
    let subject = Embedded {
        base: base(&page).to_owned(),
        embed: wanted.embed,
        fragment: encode(&Page::Run(link(run, Choices::default()))),
        title: format!("{} · Stepdown", run.title()),
        height: wanted.height,
        image: format!("{}.svg", run.id()),
    };
    let too_long = too_long(&subject.fragment);
    let told = "This page is only on this computer: what its frames show, nobody else can see";
    html! {
        <>
            { hideable("p", "notice problem", too_long.is_none(), too_long.unwrap_or_default()) }
            { hideable("p", "notice remark", !is_local(&page), told) }
            { hideable("p", "notice remark", run.own.is_none(), "The embed carries the run of your file, but not its story") }
            { part("How it is shown", options(props, wanted, &change)) }
            { part("How it looks", preview(&subject, wanted, &change)) }
            { part("What to paste", snippets(props, &subject, wanted, &change)) }
        </>
    }
}

fn options(props: &PanelProps, wanted: Wanted, change: &Callback<Step<Wanted>>) -> Html {
    let set = |with: fn(&mut Wanted, String)| by(change, with);
    let flag = |with: fn(&mut Wanted, bool)| by(change, with);
    let last = props.run.trace.branch().events.len();
    let Wanted { embed, height, .. } = wanted;
    let (from, to) = embed.reach(last);
    let modes = Mode::ALL.map(|mode| (mode.word(), mode_words(mode)));
    let themes = [("", "The reader's own"), ("light", "Light"), ("dark", "Dark")];
    let limit = move |text: &str, least: usize, most: usize| {
        text.parse().ok().map(|step: usize| step.clamp(least, most))
    };
    let set_from = by(change, move |wanted: &mut Wanted, value: String| {
        wanted.embed.from = limit(&value, 0, wanted.embed.to.unwrap_or(last)).unwrap_or(0);
    });
    // The last step is no lock: the embed ends where the run does.
    let set_to = by(change, move |wanted: &mut Wanted, value: String| {
        wanted.embed.to = limit(&value, wanted.embed.from, last).filter(|&step| step < last);
    });
    html! {
        <div class="desk-form">
            { select("mode", "What is shown", embed.mode.word(), &modes, &set(|wanted, word| {
                wanted.embed.mode = Mode::ALL.into_iter().find(|mode| mode.word() == word).unwrap_or_default();
            })) }
            { number("from", "First step", from, (0, to), &set_from) }
            { number("to", "Last step", to, (from, last), &set_to) }
            { select("theme", "Colours", embed.theme.map_or("", Scheme::word), &themes, &set(|wanted, word| {
                wanted.embed.theme = Scheme::ALL.into_iter().find(|scheme| scheme.word() == word);
            })) }
            { number("height", "Height in pixels", height as usize, (HEIGHTS.0 as usize, HEIGHTS.1 as usize), &set(|wanted, text| {
                wanted.height = text.parse().unwrap_or(520_u32).clamp(HEIGHTS.0, HEIGHTS.1);
            })) }
            <div class="desk-checks">
                { check("The reader only steps", embed.readonly, true, &flag(|wanted, on| wanted.embed.readonly = on)) }
                { check("Plays by itself", embed.autoplay, true, &flag(|wanted, on| wanted.embed.autoplay = on)) }
            </div>
        </div>
    }
}

fn mode_words(mode: Mode) -> &'static str {
    match mode {
        Mode::Full => "All of the run",
        Mode::Stage => "The stage and the step",
        Mode::Timeline => "The timeline and the step",
    }
}

/// The embed itself, as other pages show it. It is another document, so what is pressed there stays there.
fn preview(subject: &Embedded, wanted: Wanted, change: &Callback<Step<Wanted>>) -> Html {
    let address = subject.address();
    let toggle = by(change, |wanted: &mut Wanted, _: MouseEvent| wanted.preview = !wanted.preview);
    html! {
        <div class="desk-preview">
            if wanted.preview {
                // A frame that only gets another fragment would keep the options that it began with.
                <iframe key={address.clone()} src={address} title="The run as it is embedded" height={subject.height.to_string()}
                    loading="lazy" />
            }
            <button type="button" onclick={toggle} aria-expanded={wanted.preview.to_string()}>
                { if wanted.preview { "Hide the preview" } else { "Show the preview" } }
            </button>
        </div>
    }
}

fn snippets(props: &PanelProps, subject: &Embedded, wanted: Wanted, change: &Callback<Step<Wanted>>) -> Html {
    let choice = |host: Host| {
        let onclick = by(change, move |wanted: &mut Wanted, _: MouseEvent| wanted.host = host);
        let pressed = host == wanted.host;
        html! {
            <button type="button" key={host.word()} {onclick} aria-pressed={pressed.to_string()} data-host={host.word()}>{ host.title() }</button>
        }
    };
    let host = wanted.host;
    let text = subject.snippet(host);
    let rows = u32::try_from(text.lines().count()).unwrap_or(8).clamp(2, 12) + 2;
    let framed =
        matches!(host, Host::Frame | Host::Element | Host::MdBook | Host::Docusaurus | Host::Backstage);
    html! {
        <>
            <div class="desk-hosts" role="group" aria-label="Where it goes">{ for Host::ALL.into_iter().map(choice) }</div>
            { muted(host.needs(), false) }
            <Copy id="snippet" key={host.word()} label={format!("The text for {}", host.title())} {text} {rows} words="Copy the text" say={props.say.clone()} />
            <details hidden={!framed}>
                { tag("summary", "What the frame may do") }
                { classed("p", "muted", "It may run scripts, and with allow-same-origin it keeps its own origin, so that a search runs beside the page. \
                    That is safe as long as Stepdown is served from another origin than your page; on the same origin, \
                    take allow-same-origin out: the run still works, and remembers nothing.") }
            </details>
        </>
    }
}
