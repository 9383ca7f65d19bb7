//! Waves of colour from two corners; the text in the quiet between them.

use super::art::{Rule, qr_code, signed_line, without_scheme};
use crate::certificates::print::fonts::Typeface;
use crate::certificates::print::scene::{Align, Colour, Content, HEIGHT, Pen, Style, WIDTH};

const INK: Colour = Colour(0x26, 0x21, 0x44);
const FAINT: Colour = Colour(0x67, 0x62, 0x80);
const VIOLET: Colour = Colour(0x5b, 0x37, 0xb7);

const EDGE: f32 = 132.0;
const ROOM: f32 = 800.0;

pub fn draw(pen: &mut Pen, heading: &str, content: &Content) {
    waves(pen);
    let mut beside = EDGE;
    if let Some(logo) = &content.logo {
        pen.logo(logo, [EDGE, 142.0, 40.0, 40.0], Align::Left);
        beside += 52.0;
    }
    pen.fit(
        &content.community,
        Style::new(Typeface::Sans, 18.0, VIOLET),
        Align::Left,
        (beside, 168.0),
        560.0,
    );
    pen.fit(heading, Style::new(Typeface::Sans, 44.0, INK), Align::Left, (EDGE, 224.0), 720.0);
    pen.fit(
        "is given, with thanks, to",
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Left,
        (EDGE, 288.0),
        ROOM,
    );
    pen.fit(
        &content.recipient,
        Style::new(Typeface::Sans, 60.0, VIOLET),
        Align::Left,
        (EDGE, 362.0),
        ROOM,
    );
    pen.fit(
        content.reason,
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Left,
        (EDGE, 424.0),
        ROOM,
    );
    let below = pen.lines(
        &content.achievement,
        Style::new(Typeface::Sans, 26.0, INK),
        Align::Left,
        (EDGE, 462.0),
        ROOM,
        2,
    );
    pen.lines(
        &content.message,
        Style::new(Typeface::Regular, 15.0, FAINT),
        Align::Left,
        (EDGE, below + 4.0),
        640.0,
        3,
    );
    let date = Rule {
        at: (EDGE, 650.0),
        width: 200.0,
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
            at: (EDGE + 250.0, 650.0),
            width: 240.0,
            ..date
        },
    );
    qr_code(pen, &content.verify_url, (WIDTH - 168.0, HEIGHT - 168.0), 104.0, INK);
    pen.fit(
        &content.certificate_id,
        Style::new(Typeface::Sans, 12.0, INK),
        Align::Left,
        (EDGE, 716.0),
        420.0,
    );
    pen.fit(
        without_scheme(&content.verify_url),
        Style::new(Typeface::Regular, 11.0, FAINT),
        Align::Left,
        (EDGE, 734.0),
        420.0,
    );
    pen.link([EDGE, 704.0, 420.0, 34.0]);
}

fn waves(pen: &mut Pen) {
    pen.art(&format!(
        r##"<defs><linearGradient id="dusk" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ff8a5c"/><stop offset="0.5" stop-color="#e4508f"/><stop offset="1" stop-color="#6d3fd1"/></linearGradient>
        <linearGradient id="sea" x1="0" y1="1" x2="1" y2="0"><stop offset="0" stop-color="#22b8c9"/><stop offset="0.55" stop-color="#4a74e6"/><stop offset="1" stop-color="#6d3fd1"/></linearGradient></defs>
        <rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
        <path fill="url(#dusk)" opacity="0.22" d="M0 0H1123V92C1010 214 930 96 778 118C600 144 520 60 360 96C200 132 120 250 0 214Z"/>
        <path fill="url(#dusk)" opacity="0.4" d="M0 0H1123V40C1000 150 900 52 760 78C600 108 500 26 344 62C180 100 110 196 0 168Z"/>
        <path fill="url(#dusk)" d="M0 0H1123V8C990 96 880 12 742 40C590 70 480 0 330 34C160 72 96 142 0 118Z"/>
        <path fill="url(#sea)" opacity="0.22" d="M1123 794H420C520 700 640 760 760 690C880 620 900 470 1123 452Z"/>
        <path fill="url(#sea)" opacity="0.4" d="M1123 794H520C610 724 720 770 816 704C916 636 946 520 1123 500Z"/>
        <path fill="url(#sea)" d="M1123 794H640C716 744 800 778 872 720C952 656 990 566 1123 548Z"/>
        <g fill="none" stroke="#6d3fd1" stroke-width="2.4"><circle cx="1010" cy="262" r="30"/><circle cx="1010" cy="262" r="14" fill="#ff8a5c" stroke="none"/><path d="M956 372l22-38 22 38zM1052 350h34v34h-34z"/></g>
        <g fill="#22b8c9"><circle cx="962" cy="216" r="5"/><circle cx="1064" cy="310" r="5"/><circle cx="1056" cy="226" r="3.4"/></g>
        <g fill="#e4508f"><circle cx="930" cy="306" r="4"/><circle cx="1034" cy="408" r="4.6"/></g>
        <path fill="none" stroke="#ff8a5c" stroke-width="3" stroke-linecap="round" d="M60 330q14-16 28 0t28 0M52 356q14-16 28 0t28 0"/>"##
    ));
}
