//! Files from a scene: SVG with outlines, PNG, PDF with text.

use std::fmt::Write as _;
use std::io::Write as _;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{ConfigurationBuilder, PdfVersion};
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::geom::{Point, Rect, Size, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag, Tag, TagGroup, TagTree};
use krilla::text::{GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::{tiny_skia, usvg};

use super::scene::{HEIGHT, Scene, Text, WIDTH};
use super::typeset::{self, Run};
use crate::credentials::files;
use crate::credentials::rules::MEDIA_TYPE;

/// A page of a document in points (a 72nd of an inch): A4 across.
const PAGE: (f32, f32) = (841.89, 595.28);

/// Why nothing was drawn.
#[derive(Debug)]
pub struct Failed(pub String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A picture that looks the same everywhere: its texts are outlines.
pub fn svg(scene: &Scene, title: &str) -> String {
    let mut svg = head(title);
    svg.push_str(&scene.art);
    for Text { line, x, y, size, colour } in &scene.texts {
        let outline = typeset::outline(line, *x, *y, *size);
        let _infallible = write!(svg, r#"<path fill="{}" d="{outline}"/>"#, colour.hex());
    }
    svg.push_str("</svg>");
    svg
}

fn head(title: &str) -> String {
    // XML cannot hold these two.
    let title = title.replace(['\u{fffe}', '\u{ffff}'], "").replace('&', "&amp;").replace('<', "&lt;");
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"><title>{title}</title>"#
    )
}

/// The picture of an SVG, `scale` times its size.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Failed> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| Failed(error.to_string()))?;
    let mut pixels = tiny_skia::Pixmap::new((WIDTH * scale).round() as u32, (HEIGHT * scale).round() as u32)
        .ok_or_else(|| Failed("no room for the picture".into()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encode(&pixels).map_err(|error| Failed(error.to_string()))
}

/// The file of a picture, row by row: a copy of all pixels would double what drawing takes. A certificate covers its paper, which is
/// white where it is not, so the file needs no transparency.
fn encode(pixels: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let width = pixels.width() as usize;
    let mut row = vec![0; width * 3];
    for line in pixels.data().chunks_exact(width * 4) {
        for (opaque, pixel) in row.chunks_exact_mut(3).zip(line.chunks_exact(4)) {
            // The colours are multiplied with the last value, so the sum fits.
            let paper = u8::MAX - pixel[3];
            for (to, from) in opaque.iter_mut().zip(pixel) {
                *to = from.saturating_add(paper);
            }
        }
        rows.write_all(&row)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(file)
}

/// A document of one page whose text can be selected, with the credential attached to it, if there is one.
pub fn pdf(scene: &Scene, title: &str, community: &str, verify_url: &str, credential: Option<&str>) -> Result<Vec<u8>, Failed> {
    let art = format!("{}{}</svg>", head(title), scene.art);
    let tree = usvg::Tree::from_str(&art, &usvg::Options::default()).map_err(|error| Failed(error.to_string()))?;
    let invalid = || Failed("a length is not a number".into());
    let size = Size::from_wh(WIDTH, HEIGHT).ok_or_else(invalid)?;
    let scale = (PAGE.0 / WIDTH, PAGE.1 / HEIGHT);
    // The first version in which a document says what the files attached to it are.
    let configuration = ConfigurationBuilder::new().with_version(PdfVersion::Pdf20).finish();
    let configuration = configuration.map_err(|error| Failed(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings {
        configuration,
        ..SerializeSettings::default()
    });
    if let Some(credential) = credential {
        document
            .embed_file(EmbeddedFile {
                path: files::ATTACHED.into(),
                mime_type: MimeType::new(MEDIA_TYPE),
                description: Some("The signed credential, by which this certificate can be checked".into()),
                association_kind: AssociationKind::Data,
                data: credential.as_bytes().to_vec().into(),
                modification_date: None,
                compress: None,
                location: None,
            })
            .ok_or_else(|| Failed("the credential cannot be attached".into()))?;
    }
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .authors(vec![community.to_owned()])
            .language("en".into()),
    );
    let mut page = document.start_page_with(PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(invalid)?);
    let mut surface = page.surface();
    surface.push_transform(&Transform::from_scale(scale.0, scale.1));
    let mut tags = TagTree::new().with_lang(Some("en".into()));
    surface.start_tagged(ContentTag::Artifact(Artifact::new(ArtifactType::Other, None)));
    surface.draw_svg(&tree, size, SvgSettings::default()).ok_or_else(invalid)?;
    surface.end_tagged();
    for Text { line, x, y, size, colour } in &scene.texts {
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(colour.0, colour.1, colour.2).into(),
            opacity: NormalizedF32::ONE,
            ..Fill::default()
        }));
        let mut paragraph = TagGroup::new(Tag::P);
        let mut pen = *x;
        paragraph.push(surface.start_tagged(ContentTag::Span(SpanTag::empty())));
        for run in &line.runs {
            let glyphs = embeddable(run);
            surface.draw_glyphs(Point::from_xy(pen, *y), &glyphs, run.font.embedded.clone(), &run.text, *size, false);
            pen += run.width * size;
        }
        surface.end_tagged();
        tags.push(paragraph);
    }
    surface.pop();
    surface.finish();
    for [x, y, width, height] in &scene.links {
        let area = Rect::from_xywh(x * scale.0, y * scale.1, width * scale.0, height * scale.1).ok_or_else(invalid)?;
        let target = Target::Action(Action::Link(LinkAction::new(verify_url.to_owned())));
        page.add_annotation(Annotation::new_link(
            LinkAnnotation::new(area, target),
            Some("Verify this certificate".into()),
        ));
    }
    page.finish();
    document.set_tag_tree(tags);
    document.finish().map_err(|error| Failed(format!("{error:?}")))
}

/// Glyphs as a document draws them. Of several that belong to the same characters, readers take the end of the last one for
/// the end of the characters, and see a space where it lies too early: a blank glyph then comes last and ends where it should.
fn embeddable(run: &Run) -> Vec<KrillaGlyph> {
    let blank = run.font.blank();
    let mut drawn = Vec::with_capacity(run.glyphs.len());
    for cluster in run.glyphs.chunk_by(|one, next| one.text == next.text) {
        let mut pen = 0.0;
        let mut end = 0.0;
        for glyph in cluster {
            end = pen + glyph.offset.0 + glyph.advance;
            pen += glyph.advance;
            drawn.push(KrillaGlyph {
                glyph_id: GlyphId::new(u32::from(glyph.id.0)),
                text_range: glyph.text.clone(),
                x_advance: glyph.advance,
                x_offset: glyph.offset.0,
                y_offset: glyph.offset.1,
                y_advance: 0.0,
                location: None,
            });
        }
        if let (Some((id, width)), [first, _, ..]) = (blank, cluster)
            && end < pen - 0.01
        {
            drawn.push(KrillaGlyph {
                glyph_id: GlyphId::new(u32::from(id.0)),
                text_range: first.text.clone(),
                x_advance: 0.0,
                x_offset: -width,
                y_offset: 0.0,
                y_advance: 0.0,
                location: None,
            });
        }
    }
    drawn
}
