//! Turns a line of text into glyphs: directions, a font for each piece, shaping. What is drawn and what is embedded come
//! from the same glyphs, so a picture and a document are alike.

use std::ops::Range;
use std::sync::Arc;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_bidi::BidiInfo;
use unicode_linebreak::linebreaks;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{Font, Fonts, Typeface};

/// A line of text as glyphs. Lengths are in units of the font size.
pub struct Line {
    /// From left to right.
    pub runs: Vec<Run>,
    pub width: f32,
}

impl Line {
    /// Puts space between glyphs, in units of the font size.
    pub fn space(&mut self, spacing: f32) {
        let mut glyphs = 0.0;
        for run in &mut self.runs {
            for glyph in &mut run.glyphs {
                glyph.advance += spacing;
                glyphs += 1.0;
            }
            run.width += spacing * run.glyphs.len() as f32;
        }
        // None after the last one.
        self.width += spacing * (glyphs - 1.0_f32).max(0.0);
    }
}

/// Glyphs of one font.
pub struct Run {
    pub font: Arc<Font>,
    pub text: String,
    pub glyphs: Vec<Glyph>,
    pub width: f32,
}

pub struct Glyph {
    pub id: GlyphId,
    /// The bytes of the run's text that it belongs to.
    pub text: Range<usize>,
    pub advance: f32,
    pub offset: (f32, f32),
}

/// Sets one line.
pub fn set(fonts: &Fonts, text: &str, typeface: Typeface) -> Line {
    let text: String = text.nfc().collect();
    let mut line = Line {
        runs: Vec::new(),
        width: 0.0,
    };
    let bidi = BidiInfo::new(&text, None);
    for paragraph in &bidi.paragraphs {
        let (levels, ranges) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for range in ranges {
            let backwards = levels.get(range.start).is_some_and(unicode_bidi::Level::is_rtl);
            let mut pieces = pieces(fonts, &text[range], typeface);
            if backwards {
                pieces.reverse();
            }
            let direction = if backwards { Direction::RightToLeft } else { Direction::LeftToRight };
            line.runs
                .extend(pieces.into_iter().filter_map(|(font, piece)| shape(font, piece, direction)));
        }
    }
    line.width = line.runs.iter().map(|run| run.width).sum();
    line
}

/// Divides a text of one direction by the fonts that it needs. What none has is left out.
fn pieces(fonts: &Fonts, text: &str, typeface: Typeface) -> Vec<(Arc<Font>, String)> {
    let mut pieces: Vec<(Arc<Font>, String)> = Vec::new();
    for cluster in text.graphemes(true) {
        let Some(font) = fonts.find(cluster, typeface) else { continue };
        match pieces.last_mut() {
            Some((last, piece)) if Arc::ptr_eq(last, &font) => piece.push_str(cluster),
            _ => pieces.push((font, cluster.to_owned())),
        }
    }
    pieces
}

fn shape(font: Arc<Font>, text: String, direction: Direction) -> Option<Run> {
    let face = font.face()?;
    let em = face.units_per_em() as f32;
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&text);
    buffer.guess_segment_properties();
    buffer.set_direction(direction);
    let shaped = rustybuzz::shape(&face, &[], buffer);
    let infos = shaped.glyph_infos();
    // A glyph belongs to the text from its cluster to the next one.
    let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    starts.sort_unstable();
    starts.dedup();
    let end = |start: usize| starts.iter().copied().find(|next| *next > start).unwrap_or(text.len());
    let glyphs: Vec<Glyph> = infos
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            Glyph {
                id: GlyphId(info.glyph_id as u16),
                text: start..end(start),
                advance: position.x_advance as f32 / em,
                offset: (position.x_offset as f32 / em, position.y_offset as f32 / em),
            }
        })
        .collect();
    let width = glyphs.iter().map(|glyph| glyph.advance).sum();
    drop(face);
    Some(Run { font, text, glyphs, width })
}

/// Divides a text into at most `most` lines of about the same length that are no wider than `width` (in units of the font
/// size). The last one ends with an ellipsis when there is more.
pub fn wrap(fonts: &Fonts, text: &str, typeface: Typeface, width: f32, most: usize) -> Vec<Line> {
    let mut start = 0;
    let words: Vec<(&str, f32)> = linebreaks(text)
        .map(|(end, _)| {
            let word = &text[start..end];
            start = end;
            (word, set(fonts, word, typeface).width)
        })
        .collect();
    let widest = fill(&words, width);
    // As few lines, but as narrow as they can be: the last one is then no single word.
    let narrow = (0..10_u8)
        .map(|step| width * (0.5 + 0.05 * f32::from(step)))
        .find(|narrow| fill(&words, *narrow).len() == widest.len());
    let mut lines = narrow.map_or(widest, |narrow| fill(&words, narrow));
    if lines.len() > most {
        lines = fill(&words, width);
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let cut = last.trim_end().to_owned();
            *last = format!("{cut}…");
        }
    }
    lines
        .iter()
        .map(|line| set(fonts, line.trim(), typeface))
        .filter(|line| !line.runs.is_empty())
        .collect()
}

/// Puts pieces of text into lines, one after the other.
fn fill(pieces: &[(&str, f32)], width: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0.0;
    for (piece, length) in pieces {
        if used > 0.0 && used + length > width {
            lines.push(String::new());
            used = 0.0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(piece);
        }
        used += length;
    }
    lines
}

/// The outlines of a line as the data of an SVG path.
pub fn outline(line: &Line, x: f32, y: f32, size: f32) -> String {
    let mut path = Outline {
        data: String::new(),
        x,
        y,
        scale: 0.0,
    };
    let mut pen = x;
    for run in &line.runs {
        let Some(face) = run.font.face() else { continue };
        path.scale = size / face.units_per_em() as f32;
        for glyph in &run.glyphs {
            path.x = pen + glyph.offset.0 * size;
            path.y = y - glyph.offset.1 * size;
            face.outline_glyph(glyph.id, &mut path);
            pen += glyph.advance * size;
        }
    }
    path.data
}

struct Outline {
    data: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        use std::fmt::Write;
        self.data.push(command);
        for (number, (x, y)) in points.iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            let _infallible = write!(self.data, "{space}{:.2} {:.2}", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.data.push('Z');
    }
}
