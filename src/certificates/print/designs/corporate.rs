//! Navy and gold on ivory, with fine lines as on a share certificate.

use super::art::{Rule, qr_code, rosette, signed_line, star, verification};
use crate::certificates::print::fonts::Typeface;
use crate::certificates::print::scene::{Align, Colour, Content, HEIGHT, Pen, Style, WIDTH};

const NAVY: Colour = Colour(0x1b, 0x2d, 0x4f);
const INK: Colour = Colour(0x33, 0x3f, 0x55);
const FAINT: Colour = Colour(0x6b, 0x72, 0x80);
const GOLD: Colour = Colour(0x9a, 0x76, 0x2c);

const MIDDLE: f32 = WIDTH / 2.0;

pub fn draw(pen: &mut Pen, heading: &str, content: &Content) {
    frame(pen);
    if let Some(logo) = &content.logo {
        pen.logo(logo, [MIDDLE - 120.0, 56.0, 240.0, 44.0], Align::Centre);
    }
    pen.fit(
        &content.community,
        Style::new(Typeface::Serif, 18.0, GOLD).spaced(0.08),
        Align::Centre,
        (MIDDLE, 122.0),
        760.0,
    );
    pen.fit(heading, Style::new(Typeface::Serif, 50.0, NAVY), Align::Centre, (MIDDLE, 200.0), 900.0);
    pen.art(&format!(
        r##"<path stroke="#b8944a" stroke-width="1.2" d="M{} 232h170M{} 232h170"/><path fill="#b8944a" d="{}"/>"##,
        MIDDLE - 190.0,
        MIDDLE + 20.0,
        star((MIDDLE, 232.0), 9.0, 3.4, 4)
    ));
    pen.fit(
        "This certificate is proudly presented to",
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Centre,
        (MIDDLE, 288.0),
        800.0,
    );
    pen.fit(
        &content.recipient,
        Style::new(Typeface::Serif, 58.0, NAVY),
        Align::Centre,
        (MIDDLE, 366.0),
        860.0,
    );
    pen.art(&format!(
        r##"<path stroke="#b8944a" stroke-width="1.2" d="M{} 392h520"/>"##,
        MIDDLE - 260.0
    ));
    pen.fit(
        content.reason,
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Centre,
        (MIDDLE, 432.0),
        800.0,
    );
    let below = pen.lines(
        &content.achievement,
        Style::new(Typeface::Serif, 25.0, INK),
        Align::Centre,
        (MIDDLE, 470.0),
        800.0,
        2,
    );
    pen.lines(
        &content.message,
        Style::new(Typeface::Regular, 15.0, FAINT),
        Align::Centre,
        (MIDDLE, below + 4.0),
        680.0,
        3,
    );
    seal(pen, (MIDDLE, 636.0));
    let date = Rule {
        at: (305.0, 664.0),
        width: 220.0,
        align: Align::Centre,
        ink: NAVY,
        faint: FAINT,
    };
    signed_line(pen, &content.date, "Date of issue", &date);
    signed_line(pen, &content.signatory, content.signed_for(), &Rule { at: (818.0, 664.0), ..date });
    qr_code(pen, &content.verify_url, (76.0, 596.0), 88.0, NAVY);
    verification(pen, content, Align::Centre, (MIDDLE, 732.0), 640.0, FAINT);
}

fn frame(pen: &mut Pen) {
    let mut waves = String::new();
    for ring in 0..9_u8 {
        let radius = 50.0 + f32::from(ring) * 34.0;
        waves.push_str(&rosette((MIDDLE, HEIGHT / 2.0), radius, 30.0, 10.0 + f32::from(ring % 3) * 4.0, 1.0));
    }
    pen.art(&format!(
        r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#fdfbf4"/>
        <path fill="none" stroke="#b8944a" stroke-width="0.7" opacity="0.3" d="{waves}"/>
        <rect x="22" y="22" width="{}" height="{}" fill="none" stroke="#1b2d4f" stroke-width="12"/>
        <rect x="36" y="36" width="{}" height="{}" fill="none" stroke="#b8944a" stroke-width="2"/>
        <rect x="42" y="42" width="{}" height="{}" fill="none" stroke="#b8944a" stroke-width="0.8"/>"##,
        WIDTH - 44.0,
        HEIGHT - 44.0,
        WIDTH - 72.0,
        HEIGHT - 72.0,
        WIDTH - 84.0,
        HEIGHT - 84.0,
    ));
    for (x, y, turn) in [
        (42.0, 42.0, 0),
        (WIDTH - 42.0, 42.0, 90),
        (WIDTH - 42.0, HEIGHT - 42.0, 180),
        (42.0, HEIGHT - 42.0, 270),
    ] {
        pen.art(&format!(
            r##"<g transform="translate({x} {y}) rotate({turn})" fill="none" stroke="#b8944a" stroke-width="1.4"><path d="M0 0H58A58 58 0 0 1 0 58Z" fill="#fdfbf4"/><path d="M0 44A44 44 0 0 0 44 0M0 30A30 30 0 0 0 30 0"/><path fill="#1b2d4f" stroke="none" d="M0 18A18 18 0 0 0 18 0H0Z"/></g>"##
        ));
    }
}

fn seal(pen: &mut Pen, (x, y): (f32, f32)) {
    pen.art(&format!(
        r##"<g><path fill="#1b2d4f" d="M{} {}l-14 50 17-7 10 14 12-48zM{} {}l14 50-17-7-10 14-12-48z"/>
        <path fill="#b8944a" d="{}"/><circle cx="{x}" cy="{y}" r="33" fill="none" stroke="#fdfbf4" stroke-width="1.6"/>
        <circle cx="{x}" cy="{y}" r="28" fill="#a9842f"/><path fill="#fdfbf4" d="{}"/></g>"##,
        x - 8.0,
        y + 16.0,
        x + 8.0,
        y + 16.0,
        star((x, y), 44.0, 39.0, 28),
        star((x, y), 18.0, 7.4, 5),
    ));
}
