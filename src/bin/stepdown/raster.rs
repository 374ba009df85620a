//! From a drawing to an image.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// Pixels of the image for each of the drawing: screens have more of them than they say.
const SCALE: f32 = 2.0;

/// Draws an SVG file.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_system_fonts();
    if fonts.is_empty() {
        return Err("this system has no font, so the texts of an image can't be drawn; expected one installed, or `svg`".into());
    }
    if !fonts.faces().any(|face| face.monospaced) {
        return Err("this system has no monospaced font, which the texts of an image are drawn in; expected one installed, such as DejaVu Sans Mono, or `svg`".into());
    }
    let mono =
        fonts.faces().filter(|face| face.monospaced).find_map(|face| Some(face.families.first()?.0.clone()));
    if let Some(family) = mono {
        fonts.set_monospace_family(family);
    }
    let tree =
        Tree::from_str(svg, &options).map_err(|error| format!("the drawing can't be read: {error}"))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the drawing has no size")?;
    let mut image =
        Pixmap::new(size.width(), size.height()).ok_or("the drawing is too large for an image")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut image.as_mut());
    image.encode_png().map_err(|error| format!("the image can't be written: {error}"))
}
