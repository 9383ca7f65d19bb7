//! A panel in the community's colour, much white, everything on one edge.

use super::art::{Rule, qr_code, signed_line, without_scheme};
use crate::certificates::print::fonts::Typeface;
use crate::certificates::print::scene::{Align, Colour, Content, HEIGHT, Pen, Style, WIDTH};

const INK: Colour = Colour(0x17, 0x1c, 0x26);
const FAINT: Colour = Colour(0x5f, 0x68, 0x77);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);
const NIGHT: Colour = Colour(0x0c, 0x12, 0x22);

const PANEL: f32 = 296.0;
const EDGE: f32 = PANEL + 66.0;
const ROOM: f32 = WIDTH - EDGE - 70.0;

pub fn draw(pen: &mut Pen, heading: &str, content: &Content) {
    let accent = Colour::read(&content.accent).unwrap_or(Colour(0x25, 0x63, 0xeb)).under_white();
    let deep = accent.mixed(NIGHT, 0.62);
    panel(pen, accent, deep);
    if let Some(logo) = &content.logo {
        // On white, because its colours may be those of the panel.
        pen.art(r##"<rect x="44" y="36" width="64" height="64" rx="10" fill="#ffffff"/>"##);
        pen.logo(logo, [50.0, 42.0, 52.0, 52.0], Align::Centre);
    }
    pen.lines(
        &content.community,
        Style::new(Typeface::Sans, 24.0, WHITE),
        Align::Left,
        (44.0, if content.logo.is_some() { 138.0 } else { 92.0 }),
        PANEL - 84.0,
        4,
    );
    qr_code(pen, &content.verify_url, (44.0, 576.0), 108.0, deep);
    pen.fit(
        "Scan to verify",
        Style::new(Typeface::Sans, 13.0, WHITE),
        Align::Left,
        (44.0, 708.0),
        PANEL - 70.0,
    );
    pen.fit(
        &content.certificate_id,
        Style::new(Typeface::Regular, 12.0, WHITE),
        Align::Left,
        (44.0, 728.0),
        PANEL - 70.0,
    );

    pen.fit(heading, Style::new(Typeface::Sans, 40.0, INK), Align::Left, (EDGE, 138.0), ROOM);
    pen.art(&format!(
        r#"<rect x="{EDGE}" y="164" width="72" height="6" rx="3" fill="{}"/>"#,
        accent.hex()
    ));
    pen.fit(
        "Presented to",
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Left,
        (EDGE, 248.0),
        ROOM,
    );
    pen.fit(
        &content.recipient,
        Style::new(Typeface::Sans, 60.0, accent.mixed(NIGHT, 0.35)),
        Align::Left,
        (EDGE, 322.0),
        ROOM,
    );
    pen.fit(
        content.reason,
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Left,
        (EDGE, 394.0),
        ROOM,
    );
    let below = pen.lines(
        &content.achievement,
        Style::new(Typeface::Sans, 27.0, INK),
        Align::Left,
        (EDGE, 434.0),
        ROOM,
        2,
    );
    pen.lines(
        &content.message,
        Style::new(Typeface::Regular, 15.0, FAINT),
        Align::Left,
        (EDGE, below + 8.0),
        ROOM - 40.0,
        4,
    );
    let date = Rule {
        at: (EDGE, 672.0),
        width: 230.0,
        align: Align::Left,
        ink: INK,
        faint: FAINT,
    };
    signed_line(pen, &content.date, "Date of issue", &date);
    signed_line(
        pen,
        &content.signatory,
        content.signed_for(),
        &Rule {
            at: (EDGE + 290.0, 672.0),
            width: 270.0,
            ..date
        },
    );
    pen.fit(
        without_scheme(&content.verify_url),
        Style::new(Typeface::Regular, 11.0, FAINT),
        Align::Left,
        (EDGE, 744.0),
        ROOM,
    );
    pen.link([EDGE, 732.0, ROOM, 16.0]);
}

fn panel(pen: &mut Pen, accent: Colour, deep: Colour) {
    let (light, accent, deep) = (accent.mixed(WHITE, 0.35).hex(), accent.hex(), deep.hex());
    pen.art(&format!(
        r##"<defs><linearGradient id="panel" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="{deep}"/><stop offset="1" stop-color="{accent}"/></linearGradient></defs>
        <rect width="{PANEL}" height="{HEIGHT}" fill="url(#panel)"/>
        <circle cx="{PANEL}" cy="330" r="150" fill="{accent}"/><circle cx="{PANEL}" cy="330" r="108" fill="{light}" opacity="0.55"/><circle cx="{PANEL}" cy="330" r="62" fill="{deep}"/>
        <path fill="{light}" opacity="0.5" d="M0 250l96 96-96 96z"/><path fill="#ffffff" opacity="0.14" d="M0 346h96v96H0z"/>
        <path fill="#ffffff" opacity="0.1" d="M96 346l96-96v96z"/><path fill="{light}" opacity="0.4" d="M96 442a96 96 0 0 1 96-96v96z"/>
        <rect x="{PANEL}" width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/><rect x="{PANEL}" width="8" height="{HEIGHT}" fill="{light}" opacity="0.55"/>
        <g fill="{accent}" opacity="0.2">{}</g>"##,
        dots(WIDTH - 176.0, 44.0)
    ));
}

fn dots(x: f32, y: f32) -> String {
    let mut dots = String::new();
    for row in 0..4_u8 {
        for column in 0..8_u8 {
            dots.push_str(&format!(
                r#"<circle cx="{}" cy="{}" r="2.2"/>"#,
                x + f32::from(column) * 18.0,
                y + f32::from(row) * 18.0
            ));
        }
    }
    dots
}
