//! What a host takes to show a run: text to be pasted into it, as safe there as the run is here.

use super::Embed;
use crate::machine::plain;
use std::fmt::Write;

/// What a frame may do. Beside scripts it may keep its origin, which is safe while that is not the host's.
const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-downloads";

/// A run as a part of another page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The address of the app, without query and fragment.
    pub base: String,
    /// How the run is shown.
    pub embed: Embed,
    /// The fragment of the run's link, with its `#`.
    pub fragment: String,
    /// What the run is called.
    pub title: String,
    /// The height of the frame, in pixels.
    pub height: u32,
    /// The name of an image of the run, for hosts that take nothing else.
    pub image: String,
}

/// A host that runs can be shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// A frame in any page.
    Frame,
    /// The element of `embed.js` in any page.
    Element,
    /// mdBook.
    MdBook,
    /// Docusaurus.
    Docusaurus,
    /// Backstage `TechDocs`.
    Backstage,
    /// GitHub.
    GitHub,
    /// Confluence and Notion.
    Address,
}

impl Host {
    /// All hosts, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Frame,
        Self::Element,
        Self::MdBook,
        Self::Docusaurus,
        Self::Backstage,
        Self::GitHub,
        Self::Address,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Frame => "HTML, frame",
            Self::Element => "HTML, element",
            Self::MdBook => "mdBook",
            Self::Docusaurus => "Docusaurus",
            Self::Backstage => "Backstage TechDocs",
            Self::GitHub => "GitHub",
            Self::Address => "Confluence, Notion",
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Element => "element",
            Self::MdBook => "mdbook",
            Self::Docusaurus => "docusaurus",
            Self::Backstage => "backstage",
            Self::GitHub => "github",
            Self::Address => "address",
        }
    }

    /// What it needs, in one sentence.
    pub fn needs(self) -> &'static str {
        match self {
            Self::Frame => "Needs nothing but a page that may show frames of this address",
            Self::Element => {
                "Needs a page that may load a script of this address; grows with its content and sends events"
            }
            Self::MdBook => "Goes into a chapter as it is, with an empty line before and after it",
            Self::Docusaurus => "Goes into an MDX page as it is, where attributes are those of JSX",
            Self::Backstage => {
                "Needs three keys in app-config.yaml, which the second part shows; the first goes into the Markdown"
            }
            Self::GitHub => {
                "GitHub allows neither frames nor scripts: export the timeline as SVG, commit it beside the text, and this shows it as a link to the run"
            }
            Self::Address => {
                "Paste the address into an embed block of Notion, or an iframe macro of Confluence that your administrator allows; without one it is a link"
            }
        }
    }
}

impl Embedded {
    /// The address of the embed.
    pub fn address(&self) -> String {
        format!("{}{}{}", self.base, self.embed.write(), self.fragment)
    }

    /// The address of the whole page.
    pub fn page(&self) -> String {
        format!("{}{}", self.base, self.fragment)
    }

    /// The text for a host.
    pub fn snippet(&self, host: Host) -> String {
        match host {
            Host::Frame | Host::MdBook => self.frame(),
            Host::Element => {
                let script = attribute(&self.beside("embed.js"));
                format!("<script type=\"module\" src=\"{script}\"></script>\n{}", self.element())
            }
            Host::Docusaurus => self.jsx(),
            Host::Backstage => format!("{}\n\n{}", self.frame(), self.sanitizer()),
            Host::GitHub => {
                let (alt, image, page) =
                    (markdown(&self.title), destination(&self.image), destination(&self.page()));
                format!("[![{alt}]({image})]({page})")
            }
            Host::Address => self.address(),
        }
    }

    fn frame(&self) -> String {
        let (src, title, height) = (attribute(&self.address()), attribute(&self.title), self.height);
        format!(
            "<iframe src=\"{src}\"\n  title=\"{title}\" loading=\"lazy\" width=\"100%\" height=\"{height}\"\n  \
             sandbox=\"{SANDBOX}\"\n  allow=\"clipboard-write; fullscreen\" referrerpolicy=\"no-referrer\"></iframe>"
        )
    }

    fn jsx(&self) -> String {
        let (src, title, height) = (attribute(&self.address()), attribute(&self.title), self.height);
        format!(
            "<iframe src=\"{src}\"\n  title=\"{title}\" loading=\"lazy\" width=\"100%\" height=\"{height}\"\n  \
             style={{{{border: 0}}}} sandbox=\"{SANDBOX}\"\n  allow=\"clipboard-write; fullscreen\" \
             referrerPolicy=\"no-referrer\" />"
        )
    }

    fn element(&self) -> String {
        let mut out = "<stepdown-run".to_owned();
        let mut set = |name: &str, value: &str| {
            let _ = write!(out, " {name}=\"{}\"", attribute(value));
        };
        set("src", &self.fragment);
        let Embed { mode, from, to, readonly, theme, autoplay } = self.embed;
        if mode != super::Mode::default() {
            set("mode", mode.word());
        }
        if from > 0 {
            set("from", &from.to_string());
        }
        if let Some(to) = to {
            set("to", &to.to_string());
        }
        if let Some(theme) = theme {
            set("theme", theme.word());
        }
        set("title", &self.title);
        for (name, on) in [("readonly", readonly), ("autoplay", autoplay)] {
            if on {
                out.extend([" ", name]);
            }
        }
        let (page, title) = (attribute(&self.page()), attribute(&self.title));
        let _ = write!(out, ">\n  <a href=\"{page}\">{title}</a>\n</stepdown-run>");
        out
    }

    fn sanitizer(&self) -> String {
        let host = self.base.split_once("://").map_or("", |(_, rest)| rest);
        let host = host.split(['/', '?', '#']).next().unwrap_or_default();
        // As a text of YAML in single quotes, where only the quote itself has to be doubled.
        let host = host.replace('\'', "''");
        format!(
            "# app-config.yaml\ntechdocs:\n  sanitizer:\n    allowedIframeHosts:\n      - '{host}'\n    \
             allowedCustomElementTagNameRegExp: '^stepdown-run$'\n    \
             allowedCustomElementAttributeNameRegExp: \
             '^(src|scenario|fix|at|mode|from|to|readonly|theme|autoplay|height|title|base)$'"
        )
    }

    /// A file beside the app.
    fn beside(&self, file: &str) -> String {
        let folder = self.base.rfind('/').map_or(0, |slash| slash + 1);
        format!("{}{file}", &self.base[..folder])
    }
}

/// A text within the quotes of an attribute, of HTML and of JSX.
pub(super) fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A line feed ends nothing there, but a Markdown page would begin a paragraph at two of them.
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text as text of Markdown, on one line.
fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '\n' => out.push(' '),
            '\\' | '[' | ']' | '(' | ')' | '!' | '`' | '*' | '_' | '<' | '>' | '#' | '~' | '|' | '&' => {
                out.extend(['\\', c]);
            }
            c => out.push(c),
        }
    }
    out
}

/// An address as the destination of a link of Markdown: what could end it is encoded.
fn destination(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            ' ' | '\n' => out.push_str("%20"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Scheme};
    use super::*;

    fn embedded() -> Embedded {
        Embedded {
            base: "https://example.org/stepdown/".into(),
            embed: Embed {
                mode: Mode::Stage,
                from: 3,
                to: Some(8),
                readonly: true,
                theme: Some(Scheme::Dark),
                autoplay: false,
            },
            fragment: "#/flink-40114-own-loss?fix=retry&at=3".into(),
            title: "Own \"loss\" <script>alert(1)</script> [x](y)".into(),
            height: 520,
            image: "own loss.svg".into(),
        }
    }

    #[test]
    fn a_frame_has_what_frames_need_and_its_attributes_are_escaped() {
        let text = embedded().snippet(Host::Frame);
        let expected = "<iframe src=\"https://example.org/stepdown/?embed=1&amp;mode=stage&amp;from=3&amp;to=8&amp;readonly=1&amp;theme=dark\
            #/flink-40114-own-loss?fix=retry&amp;at=3\"\n  \
            title=\"Own &quot;loss&quot; &lt;script&gt;alert(1)&lt;/script&gt; [x](y)\" loading=\"lazy\" width=\"100%\" height=\"520\"\n  \
            sandbox=\"allow-scripts allow-same-origin allow-popups allow-downloads\"\n  \
            allow=\"clipboard-write; fullscreen\" referrerpolicy=\"no-referrer\"></iframe>";
        assert_eq!(text, expected);
        assert_eq!(embedded().snippet(Host::MdBook), expected);
    }

    #[test]
    fn the_element_comes_with_its_script_and_a_link_for_those_without() {
        let text = embedded().snippet(Host::Element);
        let mut lines = text.lines();
        let script = "<script type=\"module\" src=\"https://example.org/stepdown/embed.js\"></script>";
        assert_eq!(lines.next(), Some(script));
        let element = lines.next().unwrap();
        let begin = "<stepdown-run src=\"#/flink-40114-own-loss?fix=retry&amp;at=3\" mode=\"stage\" from=\"3\" to=\"8\" theme=\"dark\" title=";
        assert!(element.starts_with(begin) && element.ends_with(" readonly>"), "{element}");
        assert!(
            lines
                .next()
                .unwrap()
                .starts_with("  <a href=\"https://example.org/stepdown/#/flink-40114-own-loss?fix=")
        );
        let own = Embedded { base: "https://example.org/s/run.html".into(), ..embedded() };
        assert!(own.snippet(Host::Element).contains("\"https://example.org/s/embed.js\""));
    }

    #[test]
    fn jsx_has_its_own_attributes() {
        let text = embedded().snippet(Host::Docusaurus);
        assert!(text.contains("style={{border: 0}}") && text.contains("referrerPolicy="), "{text}");
        assert!(text.ends_with("/>") && !text.contains("<script>"), "{text}");
    }

    #[test]
    fn backstage_is_told_the_three_keys_of_its_sanitizer() {
        let text = Embedded { base: "https://docs.example.org:8443/x/".into(), ..embedded() };
        let text = text.snippet(Host::Backstage);
        for key in [
            "allowedIframeHosts:\n      - 'docs.example.org:8443'",
            "allowedCustomElementTagNameRegExp: '^stepdown-run$'",
            "allowedCustomElementAttributeNameRegExp: '^(src|",
        ] {
            assert!(text.contains(key), "{key} in {text}");
        }
    }

    #[test]
    fn github_gets_an_image_in_a_link() {
        let expected = "[![Own \"loss\" \\<script\\>alert\\(1\\)\\</script\\> \\[x\\]\\(y\\)](own%20loss.svg)]\
            (https://example.org/stepdown/#/flink-40114-own-loss?fix=retry&at=3)";
        assert_eq!(embedded().snippet(Host::GitHub), expected);
    }

    #[test]
    fn every_host_has_a_text_and_says_what_it_needs() {
        for host in Host::ALL {
            assert!(embedded().snippet(host).contains("flink-40114-own-loss"), "{host:?}");
            assert!(!host.title().is_empty() && !host.needs().is_empty() && !host.word().is_empty());
        }
        assert!(
            embedded().snippet(Host::Address).starts_with("https://example.org/stepdown/?embed=1&mode=stage")
        );
    }
}
