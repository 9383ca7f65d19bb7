//! A cup between laurels, rays behind it, a ribbon across.

use super::art::{Rule, qr_code, signed_line, star, verification};
use crate::certificates::print::fonts::Typeface;
use crate::certificates::print::scene::{Align, Colour, Content, HEIGHT, Pen, Style, WIDTH};
use std::f32::consts::TAU;
use std::fmt::Write;

const WINE: Colour = Colour(0x6d, 0x1b, 0x2e);
const INK: Colour = Colour(0x33, 0x26, 0x22);
const FAINT: Colour = Colour(0x75, 0x63, 0x55);
const PAPER: Colour = Colour(0xff, 0xfd, 0xf7);

const MIDDLE: f32 = WIDTH / 2.0;

pub fn draw(pen: &mut Pen, heading: &str, content: &Content) {
    background(pen);
    laurel(pen, (MIDDLE, 146.0));
    cup(pen, (MIDDLE, 146.0));
    ribbon(pen, 288.0);
    if let Some(logo) = &content.logo {
        pen.logo(logo, [84.0, 76.0, 150.0, 84.0], Align::Left);
    }
    pen.fit(heading, Style::new(Typeface::Serif, 34.0, PAPER), Align::Centre, (MIDDLE, 300.0), 560.0);
    pen.fit(
        &content.community,
        Style::new(Typeface::Sans, 15.0, WINE).spaced(0.06),
        Align::Centre,
        (MIDDLE, 362.0),
        700.0,
    );
    pen.fit(
        &content.recipient,
        Style::new(Typeface::Serif, 60.0, INK),
        Align::Centre,
        (MIDDLE, 436.0),
        880.0,
    );
    pen.fit(
        content.reason,
        Style::new(Typeface::Regular, 17.0, FAINT),
        Align::Centre,
        (MIDDLE, 484.0),
        760.0,
    );
    let below = pen.lines(
        &content.achievement,
        Style::new(Typeface::Sans, 24.0, WINE),
        Align::Centre,
        (MIDDLE, 518.0),
        800.0,
        2,
    );
    pen.lines(
        &content.message,
        Style::new(Typeface::Regular, 15.0, FAINT),
        Align::Centre,
        (MIDDLE, below),
        640.0,
        2,
    );
    let date = Rule {
        at: (290.0, 668.0),
        width: 230.0,
        align: Align::Centre,
        ink: INK,
        faint: FAINT,
    };
    signed_line(pen, &content.date, "Date of issue", &date);
    signed_line(
        pen,
        &content.signatory,
        content.signed_for(),
        &Rule {
            at: (WIDTH - 290.0, 668.0),
            ..date
        },
    );
    qr_code(pen, &content.verify_url, (MIDDLE - 43.0, 616.0), 86.0, INK);
    verification(pen, content, Align::Centre, (MIDDLE, 730.0), 640.0, FAINT);
}

fn background(pen: &mut Pen) {
    let mut rays = String::new();
    for ray in 0..36_u8 {
        let (from, to) = (TAU * f32::from(ray) / 36.0, TAU * (f32::from(ray) + 0.5) / 36.0);
        let _infallible = write!(
            rays,
            "M{MIDDLE} 146L{:.1} {:.1}L{:.1} {:.1}Z",
            MIDDLE + from.cos() * 1200.0,
            146.0 + from.sin() * 1200.0,
            MIDDLE + to.cos() * 1200.0,
            146.0 + to.sin() * 1200.0
        );
    }
    let notched = |inset: f32, notch: f32| {
        let (right, bottom) = (WIDTH - inset, HEIGHT - inset);
        format!(
            "M{} {inset}H{}A{notch} {notch} 0 0 0 {right} {}V{}A{notch} {notch} 0 0 0 {} {bottom}H{}A{notch} {notch} 0 0 0 {inset} {}V{}A{notch} {notch} 0 0 0 {} {inset}Z",
            inset + notch,
            right - notch,
            inset + notch,
            bottom - notch,
            right - notch,
            inset + notch,
            bottom - notch,
            inset + notch,
            inset + notch,
        )
    };
    pen.art(&format!(
        r##"<defs><radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="{MIDDLE}" cy="146" r="620"><stop offset="0" stop-color="#f6d77d" stop-opacity="0.75"/><stop offset="1" stop-color="#f6d77d" stop-opacity="0.06"/></radialGradient>
        <linearGradient id="gold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3d37a"/><stop offset="0.5" stop-color="#d9a93a"/><stop offset="1" stop-color="#a97a1e"/></linearGradient></defs>
        <rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/><path fill="url(#glow)" d="{rays}"/>
        <path fill="none" stroke="#b98a2b" stroke-width="5" d="{}"/><path fill="none" stroke="#6d1b2e" stroke-width="1.4" d="{}"/>"##,
        notched(24.0, 34.0),
        notched(36.0, 34.0),
    ));
}

/// Leaves along two arcs that open upwards.
fn laurel(pen: &mut Pen, (x, y): (f32, f32)) {
    for side in [-1.0_f32, 1.0] {
        let mut leaves = String::new();
        for leaf in 0..9_u8 {
            let angle = TAU * (0.25 + 0.036 + 0.036 * f32::from(leaf));
            let (left, top) = (angle.cos() * 98.0, angle.sin() * 98.0);
            let size = 1.12 - 0.055 * f32::from(leaf);
            let turn = angle.to_degrees() + 90.0;
            for lean in [-36.0_f32, 32.0] {
                let _infallible = write!(
                    leaves,
                    r#"<path transform="translate({left:.1} {top:.1}) rotate({:.1}) scale({size:.2})" d="M0 0C8 -7 9 -22 0 -33C-9 -22 -8 -7 0 0Z"/>"#,
                    turn + 90.0 + lean,
                );
            }
        }
        pen.art(&format!(
            r##"<g transform="translate({x} {y}) scale({side} 1)"><path fill="none" stroke="#a97a1e" stroke-width="2.4" d="M0 98A98 98 0 0 1 -80 -57"/><g fill="url(#gold)" stroke="#8f6517" stroke-width="0.7">{leaves}</g></g>"##
        ));
    }
}

fn cup(pen: &mut Pen, (x, y): (f32, f32)) {
    pen.art(&format!(
        r##"<g transform="translate({x} {y})"><g fill="none" stroke="#b98a2b" stroke-width="7"><path d="M-36 -40h-20c-2 28 10 44 30 48M36 -40h20c2 28-10 44-30 48"/></g>
        <path fill="url(#gold)" stroke="#8f6517" stroke-width="1" d="M-40 -54H40C40 -8 26 18 7 25V44H-7V25C-26 18 -40 -8 -40 -54Z"/>
        <path fill="#ffffff" opacity="0.35" d="M-30 -48h10c0 34 5 52 14 64C-22 8 -30 -16 -30 -48Z"/>
        <rect x="-46" y="-60" width="92" height="9" rx="4" fill="url(#gold)" stroke="#8f6517" stroke-width="1"/>
        <path fill="url(#gold)" stroke="#8f6517" stroke-width="1" d="M-20 44H20L25 54H-25Z"/><rect x="-34" y="54" width="68" height="18" rx="3" fill="#6d1b2e"/>
        <path fill="#6d1b2e" d="{}"/></g>"##,
        star((0.0, -18.0), 17.0, 7.0, 5)
    ));
}

fn ribbon(pen: &mut Pen, y: f32) {
    let (top, bottom) = (y - 33.0, y + 33.0);
    pen.art(&format!(
        r##"<path fill="#4a1020" d="M{0} {1}h-104l26 33-26 33h130zM{2} {1}h104l-26 33 26 33h-130z"/>
        <path fill="#320a15" d="M{3} {bottom}v12l-26-12zM{4} {bottom}v12l26-12z"/>
        <path fill="#6d1b2e" d="M{3} {top}H{4}V{bottom}H{3}Z"/><path fill="none" stroke="#d9a93a" stroke-width="1.4" d="M{3} {5}H{4}M{3} {6}H{4}"/>"##,
        MIDDLE - 300.0,
        top + 12.0,
        MIDDLE + 300.0,
        MIDDLE - 326.0,
        MIDDLE + 326.0,
        top + 6.0,
        bottom - 6.0,
    ));
}
