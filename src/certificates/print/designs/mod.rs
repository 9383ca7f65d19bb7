//! The four designs. Each draws the same content in a way of its own.
mod art;
mod corporate;
mod modern;
mod trophy;
mod waves;

use super::fonts::Fonts;
use super::scene::{Content, Pen, Scene};
use crate::certificates::rules::Design;

/// Draws a certificate in a design.
pub fn draw(fonts: &Fonts, design: Design, content: &Content) -> Scene {
    let mut pen = Pen::new(fonts);
    let heading = design.heading();
    match design {
        Design::Corporate => corporate::draw(&mut pen, heading, content),
        Design::Modern => modern::draw(&mut pen, heading, content),
        Design::Trophy => trophy::draw(&mut pen, heading, content),
        Design::Abstract => waves::draw(&mut pen, heading, content),
    }
    pen.finish()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::*;
    use crate::certificates::print::output::svg;

    /// One name of each script, long and short ones, both directions, marks and emoji.
    const NAMES: [&str; 16] = [
        "Ada Lovelace",
        "Łukasz Žižka-Őry",
        "Σίσυφος Παπαδόπουλος",
        "Ярослав Мудрый",
        "محمد بن عبد الله",
        "דוד בן־גוריון",
        "अर्जुन शर्मा",
        "தமிழ்ச்செல்வி",
        "রবীন্দ্রনাথ ঠাকুর",
        "สมชาย ใจดี",
        "王小明",
        "山田太郎 さくら",
        "김철수",
        "Bartholomew Maximilian Featherstonehaugh-Cholmondeley von Ess",
        "Bo",
        "Zoë 👩\u{200d}💻 مريم Ẹ\u{300}niọlá",
    ];

    /// The pictures whose sums stand in seen.txt were looked at. A change of a design, a font or a library shows here: look at
    /// the pictures again before the sums are replaced.
    #[test]
    fn the_pictures_are_those_that_were_looked_at() {
        let fonts = Fonts::new(Path::new(""));
        let mut sums = String::new();
        for design in Design::ALL {
            for name in NAMES {
                let content = Content {
                    recipient: name.into(),
                    reason: "for completing",
                    achievement: "Rust for Makers: build a self-hosted community in one weekend".into(),
                    message: "Thank you for helping everybody else at your table.".into(),
                    date: "14 December 2026".into(),
                    certificate_id: "CERT-BV-123456789012".into(),
                    community: "Build Village".into(),
                    signatory: "Grace Hopper".into(),
                    verify_url: "https://makers.example/verify-certificate?id=CERT-BV-123456789012".into(),
                    accent: "#c2410c".into(),
                };
                let picture = svg(&draw(&fonts, design, &content), name);
                let sum: String = Sha256::digest(picture.as_bytes())
                    .iter()
                    .take(8)
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                writeln!(sums, "{sum} {} {name}", design.as_str()).unwrap();
            }
        }
        let seen = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/certificates/print/designs/seen.txt")).unwrap();
        assert!(seen == sums, "src/certificates/print/designs/seen.txt should be:\n{sums}");
    }

    #[test]
    fn every_name_is_covered_and_what_is_not_is_named() {
        let fonts = Fonts::new(Path::new(""));
        for name in NAMES {
            assert_eq!(fonts.missing(name), [] as [&str; 0], "{name}");
        }
        assert_eq!(fonts.missing("Ada \u{10fffd}"), ["\u{10fffd}"]);
    }
}
