//! What several designs draw: codes, stars, the foot of a page.

use std::f32::consts::TAU;
use std::fmt::Write;

use qrcode::{EcLevel, QrCode};

use crate::certificates::print::fonts::Typeface;
use crate::certificates::print::scene::{Align, Colour, Content, Pen, Style};

/// A QR code as a square of that side, with the white border that readers need. Draws nothing for a text that is too long.
pub fn qr_code(pen: &mut Pen, text: &str, (x, y): (f32, f32), side: f32, colour: Colour) {
    let Ok(code) = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M) else {
        return;
    };
    let modules = code.width();
    let unit = side / (modules + 8) as f32;
    let mut path = String::new();
    for (number, module) in code.to_colors().into_iter().enumerate() {
        if module == qrcode::Color::Dark {
            let (column, row) = ((number % modules + 4) as f32, (number / modules + 4) as f32);
            let _infallible = write!(path, "M{:.3} {:.3}h{unit:.3}v{unit:.3}h-{unit:.3}z", x + column * unit, y + row * unit);
        }
    }
    pen.art(&format!(
        r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="6" fill="#ffffff"/><path shape-rendering="crispEdges" fill="{}" d="{path}"/>"##,
        colour.hex()
    ));
    pen.link([x, y, side, side]);
}

/// Points around a centre, alternately at two distances: a star, or a seal when there are many.
pub fn star((x, y): (f32, f32), outer: f32, inner: f32, points: u16) -> String {
    let corners = points * 2;
    let mut path = String::new();
    for corner in 0..corners {
        let angle = TAU * (f32::from(corner) / f32::from(corners) - 0.25);
        let distance = if corner % 2 == 0 { outer } else { inner };
        let command = if corner == 0 { 'M' } else { 'L' };
        let _infallible = write!(path, "{command}{:.2} {:.2}", x + angle.cos() * distance, y + angle.sin() * distance);
    }
    path.push('Z');
    path
}

/// A rosette of fine curves around a centre, as on banknotes.
pub fn rosette((x, y): (f32, f32), radius: f32, depth: f32, petals: f32, turns: f32) -> String {
    let mut path = String::new();
    let steps: u16 = 900;
    for step in 0..=steps {
        let angle = TAU * turns * f32::from(step) / f32::from(steps);
        let distance = radius + depth * (petals * angle).sin();
        let command = if step == 0 { 'M' } else { 'L' };
        let _infallible = write!(path, "{command}{:.1} {:.1}", x + angle.cos() * distance, y + angle.sin() * distance);
    }
    path
}

/// Where a rule with a value is drawn, and in which colours.
pub struct Rule {
    pub at: (f32, f32),
    pub width: f32,
    pub align: Align,
    pub ink: Colour,
    pub faint: Colour,
}

/// A value above a rule, and below it what it is. Draws nothing without a value.
pub fn signed_line(pen: &mut Pen, value: &str, label: &str, rule: &Rule) {
    let Rule {
        at: (x, y),
        width,
        align,
        ink,
        faint,
    } = *rule;
    if value.is_empty() {
        return;
    }
    let left = if align == Align::Centre { x - width / 2.0 } else { x };
    pen.art(&format!(r#"<path stroke="{}" stroke-width="1" d="M{left} {y}h{width}"/>"#, faint.hex()));
    pen.fit(value, Style::new(Typeface::Sans, 15.0, ink), align, (x, y - 10.0), width);
    pen.fit(label, Style::new(Typeface::Regular, 12.0, faint), align, (x, y + 18.0), width);
}

/// Where and under which id the certificate is verified.
pub fn verification(pen: &mut Pen, content: &Content, align: Align, (x, y): (f32, f32), width: f32, colour: Colour) {
    let text = format!("{}  ·  {}", &content.certificate_id, without_scheme(&content.verify_url));
    let size = pen.fit(&text, Style::new(Typeface::Regular, 11.0, colour), align, (x, y), width);
    let left = match align {
        Align::Left => x,
        Align::Centre => x - width / 2.0,
    };
    pen.link([left, y - size, width, size * 1.4]);
}

pub fn without_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}
