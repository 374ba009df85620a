//! A small page for each scenario of a published app: what programs that unfurl a link can see of it.
//!
//! The fragment of a link never reaches a server, so nothing but a page of its own tells a scenario's title and image.

use super::Document;
use super::escape::as_xml;
use crate::scenario::Data;
use crate::share::{Embed, Embedded, Host};

/// The size of a frame that oEmbed proposes, in pixels.
const FRAME: (u32, u32) = (960, 560);

/// The files that a scenario's folder has beside the page.
pub const IMAGE: &str = "timeline.png";
/// The oEmbed answer.
pub const OEMBED: &str = "oembed.json";

/// The folder of a document's page, below the app.
pub fn folder(document: &Document) -> String {
    format!("s/{}", document.id())
}

/// The page of a document in an app that is published at an address, which ends in `/`.
pub fn page(document: &Document, base: &str) -> String {
    let title = as_xml(&document.title());
    let summary = as_xml(summary(document));
    let here = as_xml(&format!("{base}{}/", folder(document)));
    let run = as_xml(&format!("../../{}", document.fragment));
    let alt = format!("The timeline of the run: {title}");
    let property =
        |name: &str, content: &str| format!("<meta property=\"og:{name}\" content=\"{content}\">\n");
    let image = format!("{here}{IMAGE}");
    let facts = [
        ("type", "article"),
        ("site_name", "Stepdown"),
        ("title", title.as_str()),
        ("description", summary.as_str()),
        ("url", here.as_str()),
        ("image", image.as_str()),
        ("image:alt", alt.as_str()),
    ];
    let facts: String = facts.into_iter().map(|(name, content)| property(name, content)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · Stepdown</title>\n<meta name=\"description\" content=\"{summary}\">\n\
         <link rel=\"canonical\" href=\"{here}\">\n{facts}\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n\
         <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{here}{OEMBED}\" title=\"{title}\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={run}\">\n</head>\n\
         <body>\n<h1>{title}</h1>\n<p>{summary}</p>\n<p><a href=\"{run}\">Step through this run</a></p>\n\
         <img src=\"{IMAGE}\" alt=\"{alt}\">\n</body>\n</html>\n"
    )
}

/// The oEmbed answer for a document, as a file: it can't honour the width that a consumer asks for.
pub fn oembed(document: &Document, base: &str) -> String {
    let (width, height) = FRAME;
    let embedded = Embedded {
        base: base.to_owned(),
        embed: Embed::default(),
        fragment: document.fragment.clone(),
        title: document.title().into_owned(),
        height,
        image: IMAGE.to_owned(),
    };
    Data::object([
        ("version", Data::text("1.0")),
        ("type", Data::text("rich")),
        ("title", Data::text(document.title())),
        ("provider_name", Data::text("Stepdown")),
        ("provider_url", Data::text(base)),
        ("thumbnail_url", Data::text(format!("{base}{}/{IMAGE}", folder(document)))),
        ("html", Data::text(embedded.snippet(Host::Frame))),
        ("width", Data::Number(width.into())),
        ("height", Data::Number(height.into())),
    ])
    .over_many_lines()
}

fn summary(document: &Document) -> &str {
    document.scenario.as_ref().map_or(document.player.info().title, |scenario| &scenario.summary)
}
