//! A certificate as something to draw: art, lines of text, a link. Pictures and documents are made from it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::fonts::{Fonts, Typeface};
use super::typeset::{self, Line};
use crate::certificates::rules::Design;
use crate::db::values::Id;

/// The width of a page in the units that designs use: A4 across, at 96 dots an inch.
pub const WIDTH: f32 = 1123.0;
pub const HEIGHT: f32 = 794.0;

/// What is printed on a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Content {
    pub recipient: String,
    /// The words before the achievement, such as "for completing".
    pub reason: &'static str,
    pub achievement: String,
    /// A message of the community to the recipient; empty when there is none.
    pub message: String,
    /// The date of issue as it is printed.
    pub date: String,
    pub certificate_id: String,
    pub community: String,
    /// Who signs; empty when nobody does.
    pub signatory: String,
    /// What the signatory is, such as "Chair"; empty for the name of the community in its place.
    pub signatory_title: String,
    /// The community's logo, if it has one.
    pub logo: Option<Logo>,
    /// The address of the page that verifies the certificate.
    pub verify_url: String,
    /// The community's colour as `#rrggbb`.
    pub accent: String,
}

/// A logo: a PNG file. A stored picture never changes, so its id stands for it.
#[derive(Debug, Clone)]
pub struct Logo {
    pub id: Id,
    pub png: Arc<Vec<u8>>,
}

impl PartialEq for Logo {
    fn eq(&self, other: &Logo) -> bool {
        self.id == other.id
    }
}

impl Eq for Logo {}

impl Hash for Logo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Content {
    /// What stands below the name of who signs.
    pub fn signed_for(&self) -> &str {
        if self.signatory_title.is_empty() {
            &self.community
        } else {
            &self.signatory_title
        }
    }
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    Svg,
    /// So many times the size of the page, 1 to 4.
    Png(u8),
    Pdf,
}

/// What is to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Order {
    pub design: Design,
    pub content: Content,
    /// The signed credential that the file holds, if there is one.
    pub credential: Option<Arc<str>>,
}

impl Order {
    /// Names the file that comes of it: the same words in the same design give the same file.
    pub fn key(&self, format: Format) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Files of another version of the designs are other files.
        (env!("CARGO_PKG_VERSION"), self, format).hash(&mut hasher);
        hasher.finish()
    }

    /// The title of the file.
    pub fn title(&self) -> String {
        format!("{}: {}", self.design.heading(), self.content.recipient)
    }
}

/// A drawn certificate.
pub struct Scene {
    /// SVG elements that lie under the texts.
    pub art: String,
    pub texts: Vec<Text>,
    /// Where the page links to the address that verifies it: x, y, width, height.
    pub links: Vec<[f32; 4]>,
}

pub struct Text {
    pub line: Line,
    pub x: f32,
    /// The baseline.
    pub y: f32,
    pub size: f32,
    pub colour: Colour,
}

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Reads `#rrggbb`.
    pub fn read(hex: &str) -> Option<Self> {
        let number = u32::from_str_radix(hex.strip_prefix('#').filter(|digits| digits.len() == 6)?, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self(red, green, blue))
    }

    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// This colour, or the lightest shade of it in which white text can be read (WCAG 2.2, 1.4.3).
    pub fn under_white(self) -> Self {
        let black = Self(0, 0, 0);
        let shades = (0..20_u8).map(|step| self.mixed(black, f32::from(step) / 20.0));
        shades.into_iter().find(|shade| 1.05 / (shade.luminance() + 0.05) >= 4.5).unwrap_or(black)
    }

    fn luminance(self) -> f32 {
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Mixed with another colour; `share` of it, from 0 to 1.
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
}

/// How a line looks.
#[derive(Clone, Copy)]
pub struct Style {
    pub typeface: Typeface,
    pub size: f32,
    pub colour: Colour,
    /// Space between glyphs, in units of the size.
    pub spacing: f32,
}

impl Style {
    pub const fn new(typeface: Typeface, size: f32, colour: Colour) -> Self {
        Self {
            typeface,
            size,
            colour,
            spacing: 0.0,
        }
    }

    pub const fn spaced(self, spacing: f32) -> Self {
        Self { spacing, ..self }
    }
}

/// Draws a scene.
pub struct Pen<'a> {
    fonts: &'a Fonts,
    scene: Scene,
}

impl<'a> Pen<'a> {
    pub fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            scene: Scene {
                art: String::new(),
                texts: Vec::new(),
                links: Vec::new(),
            },
        }
    }

    pub fn finish(self) -> Scene {
        self.scene
    }

    pub fn art(&mut self, elements: &str) {
        self.scene.art.push_str(elements);
    }

    /// A logo, as large as fits into an area.
    pub fn logo(&mut self, logo: &Logo, [x, y, width, height]: [f32; 4], align: Align) {
        let align = match align {
            Align::Left => "xMinYMid",
            Align::Centre => "xMidYMid",
        };
        let png = BASE64_STANDARD.encode(&*logo.png);
        self.art(&format!(
            r#"<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="{align}" href="data:image/png;base64,{png}"/>"#
        ));
    }

    pub fn link(&mut self, area: [f32; 4]) {
        self.scene.links.push(area);
    }

    /// One line in the largest size that fits `width`, at most that of the style. Says the size.
    pub fn fit(&mut self, text: &str, style: Style, align: Align, at: (f32, f32), width: f32) -> f32 {
        let mut line = typeset::set(self.fonts, text, style.typeface);
        line.space(style.spacing);
        let size = if line.width * style.size > width {
            width / line.width
        } else {
            style.size
        };
        self.place(line, Style { size, ..style }, align, at);
        size
    }

    /// Several lines below each other; says the baseline of what could come next.
    pub fn lines(&mut self, text: &str, style: Style, align: Align, at: (f32, f32), width: f32, most: usize) -> f32 {
        let mut y = at.1;
        for line in typeset::wrap(self.fonts, text, style.typeface, width / style.size, most) {
            let size = if line.width * style.size > width {
                width / line.width
            } else {
                style.size
            };
            self.place(line, Style { size, ..style }, align, (at.0, y));
            y += style.size * 1.4;
        }
        y
    }

    fn place(&mut self, line: Line, style: Style, align: Align, (x, y): (f32, f32)) {
        let width = line.width * style.size;
        let x = match align {
            Align::Left => x,
            Align::Centre => x - width / 2.0,
        };
        self.scene.texts.push(Text {
            line,
            x,
            y,
            size: style.size,
            colour: style.colour,
        });
    }
}
