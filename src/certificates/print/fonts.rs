//! The fonts that certificates are set in: ours, which cover most scripts, then those of a folder and of the system.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use icu_properties::CodePointSetData;
use icu_properties::props::EmojiPresentation;
use resvg::usvg::fontdb;
use rustybuzz::ttf_parser;
use unicode_segmentation::UnicodeSegmentation;

/// A typeface for Latin, Greek and Cyrillic. Other scripts have one each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typeface {
    /// For small and running text.
    Regular,
    /// Bold, without serifs.
    Sans,
    /// Bold, with serifs.
    Serif,
}

/// A font that texts are shaped with and documents embed.
pub struct Font {
    /// Read once, where the file lives as long as the program.
    parsed: Option<rustybuzz::Face<'static>>,
    data: Bytes,
    index: u32,
    /// The same font as a PDF embeds it.
    pub embedded: krilla::text::Font,
}

/// The file of a font: in the program, or read from outside.
enum Bytes {
    Ours(&'static [u8]),
    Read(Arc<Vec<u8>>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Ours(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        }
    }
}

impl Font {
    fn ours(bytes: &'static [u8]) -> Option<Self> {
        let embedded = krilla::text::Font::new(bytes.into(), 0)?;
        Font {
            parsed: rustybuzz::Face::from_slice(bytes, 0),
            data: Bytes::Ours(bytes),
            index: 0,
            embedded,
        }
        .checked()
    }

    fn read(bytes: Vec<u8>, index: u32) -> Option<Self> {
        let bytes = Arc::new(bytes);
        let embedded = krilla::text::Font::new(bytes.clone().into(), index)?;
        Font {
            parsed: None,
            data: Bytes::Read(bytes),
            index,
            embedded,
        }
        .checked()
    }

    fn checked(self) -> Option<Self> {
        self.face().is_some().then_some(self)
    }

    /// Its tables, ready to shape with. None does not happen: they were read once.
    pub fn face(&self) -> Option<rustybuzz::Face<'_>> {
        match &self.parsed {
            Some(face) => Some(face.clone()),
            None => rustybuzz::Face::from_slice(self.data.get(), self.index),
        }
    }

    /// The glyph of the space and its width in units of the font size.
    pub fn blank(&self) -> Option<(ttf_parser::GlyphId, f32)> {
        let face = self.face()?;
        let id = face.glyph_index(' ')?;
        Some((id, f32::from(face.glyph_hor_advance(id)?) / face.units_per_em() as f32))
    }

    /// Whether it has all of the cluster.
    pub fn covers(&self, cluster: &str) -> bool {
        match &self.parsed {
            Some(face) => covers(face, cluster),
            None => self.face().is_some_and(|face| covers(&face, cluster)),
        }
    }
}

const REGULAR: usize = 0;
const SANS: usize = 1;
const SERIF: usize = 2;
const EMOJI: usize = 10;

/// The first three in the order of `Typeface`.
const OURS: [&[u8]; 11] = [
    include_bytes!("fonts/NotoSans-Regular.ttf"),
    include_bytes!("fonts/NotoSans-Bold.ttf"),
    include_bytes!("fonts/NotoSerif-Bold.ttf"),
    include_bytes!("fonts/NotoSansArabic-Bold.ttf"),
    include_bytes!("fonts/NotoSansHebrew-Bold.ttf"),
    include_bytes!("fonts/NotoSansDevanagari-Bold.ttf"),
    include_bytes!("fonts/NotoSansBengali-Bold.ttf"),
    include_bytes!("fonts/NotoSansTamil-Bold.ttf"),
    include_bytes!("fonts/NotoSansThai-Bold.ttf"),
    include_bytes!("fonts/NotoSansCJKsc-Bold.otf"),
    include_bytes!("fonts/NotoEmoji-Bold.ttf"),
];

/// All fonts of the site. Those outside are looked for once a text needs one of them.
pub struct Fonts {
    ours: Vec<Arc<Font>>,
    folder: PathBuf,
    outside: Mutex<Outside>,
}

#[derive(Default)]
struct Outside {
    known: Option<fontdb::Database>,
    used: Vec<Arc<Font>>,
}

impl Fonts {
    /// Our fonts, then those in `folder` (empty: none), then those of the system.
    pub fn new(folder: &Path) -> Self {
        Self {
            ours: OURS.into_iter().filter_map(Font::ours).map(Arc::new).collect(),
            folder: folder.into(),
            outside: Mutex::default(),
        }
    }

    /// The font for a cluster of characters that are drawn as one. None when no font has them all.
    pub fn find(&self, cluster: &str, typeface: Typeface) -> Option<Arc<Font>> {
        let first = match typeface {
            Typeface::Regular => REGULAR,
            Typeface::Sans => SANS,
            Typeface::Serif => SERIF,
        };
        let preferred = if is_emoji(cluster) { [EMOJI, first] } else { [first, SANS] };
        let order = preferred.into_iter().chain(SERIF + 1..self.ours.len());
        order
            .filter_map(|number| self.ours.get(number))
            .find(|font| font.covers(cluster))
            .cloned()
            .or_else(|| self.find_outside(cluster))
    }

    /// The parts of a text that no font has.
    pub fn missing(&self, text: &str) -> Vec<String> {
        let clusters = text.graphemes(true).filter(|cluster| self.find(cluster, Typeface::Sans).is_none());
        clusters.map(ToOwned::to_owned).collect()
    }

    fn find_outside(&self, cluster: &str) -> Option<Arc<Font>> {
        // What a panic left is a list of fonts like any other.
        let mut outside = self.outside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(font) = outside.used.iter().find(|font| font.covers(cluster)) {
            return Some(Arc::clone(font));
        }
        let known = outside.known.get_or_insert_with(|| {
            let mut known = fontdb::Database::new();
            if !self.folder.as_os_str().is_empty() {
                known.load_fonts_dir(&self.folder);
            }
            known.load_system_fonts();
            known
        });
        let mut upright: Vec<_> = known.faces().filter(|face| face.style == fontdb::Style::Normal).collect();
        upright.sort_by_key(|face| face.weight.0.abs_diff(fontdb::Weight::BOLD.0));
        let found = upright.into_iter().find_map(|face| {
            known.with_face_data(face.id, |data, index| {
                let covered = rustybuzz::Face::from_slice(data, index).is_some_and(|face| covers(&face, cluster));
                covered.then(|| Font::read(data.to_vec(), index)).flatten()
            })?
        })?;
        let found = Arc::new(found);
        outside.used.push(Arc::clone(&found));
        Some(found)
    }
}

/// Whether the font has a glyph for each character that is seen.
fn covers(face: &ttf_parser::Face<'_>, cluster: &str) -> bool {
    cluster.chars().all(|c| is_ignorable(c) || face.glyph_index(c).is_some())
}

/// Joiners, marks of direction and variation selectors: no font needs a glyph for them.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Whether the cluster is meant as a picture, not as a sign among letters.
fn is_emoji(cluster: &str) -> bool {
    let pictures = CodePointSetData::new::<EmojiPresentation>();
    cluster.chars().any(|c| c == '\u{fe0f}' || pictures.contains(c))
}
