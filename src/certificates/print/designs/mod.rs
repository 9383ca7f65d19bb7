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
    use std::sync::Arc;

    use crate::certificates::print::output::{self, svg};
    use crate::certificates::print::scene::Logo;
    use crate::db::values::Id;

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
                    signatory_title: String::new(),
                    logo: None,
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
    fn a_logo_and_a_title_stand_on_every_design() {
        let fonts = Fonts::new(Path::new(""));
        let mut png = std::io::Cursor::new(Vec::new());
        let red = image::RgbImage::from_pixel(64, 64, image::Rgb([255, 0, 0]));
        red.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let plain = Content {
            recipient: "Ada Lovelace".into(),
            reason: "for completing",
            achievement: "Rust for Makers".into(),
            message: String::new(),
            date: "14 December 2026".into(),
            certificate_id: "CERT-BV-123456789012".into(),
            community: "Build Village".into(),
            signatory: "Grace Hopper".into(),
            signatory_title: String::new(),
            logo: None,
            verify_url: "https://makers.example/verify-certificate?id=CERT-BV-123456789012".into(),
            accent: "#1d4ed8".into(),
        };
        let marked = Content {
            signatory_title: "Chair".into(),
            logo: Some(Logo {
                id: Id(7),
                png: Arc::new(png.into_inner()),
            }),
            ..plain.clone()
        };
        for design in Design::ALL {
            let reds = |content: &Content| {
                let picture = output::png(&svg(&draw(&fonts, design, content), "A"), 1.0).unwrap();
                let pixels = image::load_from_memory(&picture).unwrap().to_rgb8();
                pixels.pixels().filter(|pixel| pixel.0 == [255, 0, 0]).count()
            };
            assert_eq!(reds(&plain), 0, "{}", design.as_str());
            assert!(reds(&marked) > 1000, "{}: {}", design.as_str(), reds(&marked));
            let words = |content: &Content| {
                let scene = draw(&fonts, design, content);
                scene
                    .texts
                    .iter()
                    .map(|text| text.line.runs.iter().map(|run| run.text.clone()).collect::<String>())
                    .collect::<Vec<_>>()
            };
            assert!(words(&marked).contains(&"Chair".to_owned()) && !words(&plain).contains(&"Chair".to_owned()));
            let document = output::pdf(&draw(&fonts, design, &marked), "A", "B", "https://makers.example", None).unwrap();
            assert!(document.windows(6).any(|part| part == b"/Image"), "{}", design.as_str());
            // Another logo is another file.
            let order = |content: &Content| crate::certificates::print::scene::Order {
                credential: None,
                design,
                content: content.clone(),
            };
            let other = Content {
                logo: marked.logo.clone().map(|logo| Logo { id: Id(8), ..logo }),
                ..marked.clone()
            };
            let key = |content: &Content| order(content).key(crate::certificates::print::scene::Format::Pdf);
            assert!(key(&marked) != key(&other) && key(&marked) != key(&plain) && key(&marked) == key(&marked.clone()));
        }
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
