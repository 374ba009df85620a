//! A drawing as an image, by the browser's own canvas.

use crate::web::{canvas, download};
use web_sys::Blob;

/// The longest side of an image, in pixels: browsers refuse to draw more, each at a limit of its own.
const MAX_SIDE: f64 = 8_000.0;
/// How many pixels a unit of the drawing has, where there is room.
const SCALE: f64 = 2.0;

/// The image of a drawing.
///
/// # Errors
/// When the browser can't draw it, in words for the reader.
pub(super) async fn png(svg: &str, dark: bool) -> Result<Blob, String> {
    let failed = |what: &str| format!("the browser {what}; expected it to draw an SVG");
    let blob =
        download::blob(&schemed(svg, dark), "image/svg+xml").map_err(|_| failed("can't hold the drawing"))?;
    let image = canvas::image(&blob).await.map_err(|_| failed("can't read the drawing"))?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    if width < 1.0 || height < 1.0 {
        return Err("the drawing has no size; expected one in pixels".into());
    }
    let scale = SCALE.min(MAX_SIDE / width.max(height));
    if scale < 0.25 {
        return Err(format!(
            "the timeline is {width} by {height} pixels, too large for an image; expected at most {} a side, so export it as SVG",
            MAX_SIDE / 0.25
        ));
    }
    let ground = if dark { "#111318" } else { "#ffffff" };
    canvas::png(&image, width * scale, height * scale, ground)
        .await
        .map_err(|_| failed("can't make an image"))
}

/// The drawing in one of its schemes, whatever the system of the reader prefers.
fn schemed(svg: &str, dark: bool) -> String {
    const EITHER: &str = "@media (prefers-color-scheme: dark)";
    let (head, styled) = svg.split_once("<style>").unwrap_or(("", svg));
    let one = if dark { "@media all" } else { "@media not all" };
    format!("{head}<style>{}", styled.replacen(EITHER, one, 1))
}
