//! Printed certificates, read by programs that others wrote: pdftotext and pdffonts of Poppler, zbarimg of ZBar.
//! `make test-certificates` runs these tests; they fail where the programs are not installed.

use std::path::Path;
use std::process::Command;

use poem::http::StatusCode;
use serde_json::json;

use crate::events::create;
use crate::projects::{approve, project, submit};
use crate::support::TestApp;

/// One name of each script, long and short ones, both directions, marks and emoji.
pub const NAMES: [&str; 16] = [
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
    "Zoë 👩\u{200d}💻 Ẹ\u{300}niọlá",
];

fn run(program: &str, arguments: &[&str], file: &Path) -> String {
    let output = Command::new(program).args(arguments).arg(file).arg("-").output();
    let output = output.unwrap_or_else(|error| panic!("{program} cannot be run ({error}); install poppler-utils and zbar-tools"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Without the marks of direction that pdftotext adds.
fn plain(text: &str) -> String {
    let unmarked: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect();
    unicode_normalization::UnicodeNormalization::nfc(unmarked.as_str()).collect()
}

#[tokio::test]
#[ignore = "needs pdftotext and zbarimg: make test-certificates"]
async fn documents_hold_the_very_name_and_their_code_opens_the_page_that_verifies_them() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    let admin = app.admin("Ada Admin").await;
    let folder = tempfile::tempdir().unwrap();
    let event = create(
        &app,
        &admin,
        json!({ "title": "Rust for Makers: build a self-hosted community in one weekend" }),
    )
    .await;
    for (number, name) in NAMES.iter().enumerate() {
        let member = app.member(&format!("Member {number}")).await;
        let (kept, id) = ((*name).to_owned(), member.id);
        app.write(move |tx| Ok(tx.execute("UPDATE users SET name = ?1 WHERE id = ?2", (&kept, id))?))
            .await;
        let (admin, member) = (app.session_of(admin.id).await, app.session_of(member.id).await);
        for design in ["corporate", "modern", "trophy", "abstract"] {
            let source = if design == "corporate" {
                json!({ "event": event })
            } else {
                let id = submit(&app, &member, project(&format!("Station {design}"))).await;
                approve(&app, &admin, &id).await;
                app.app.clock.advance_seconds(3600);
                json!({ "project": id })
            };
            let mut input = json!({ "title": "A certificate", "user": member.id.to_string(), "design": design, "message": "Well done." });
            input.as_object_mut().unwrap().extend(source.as_object().unwrap().clone());
            let answer = app.post_as(&admin, "/api/admin/certificates", input).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            let id = answer.json()["certificate"]["certificateId"].as_str().unwrap().to_owned();

            let pdf = folder.path().join("certificate.pdf");
            std::fs::write(&pdf, app.bytes(&format!("/api/certificates/public/{id}/document.pdf")).await).unwrap();
            let text = plain(&run("pdftotext", &[], &pdf));
            let name = plain(name);
            assert!(text.lines().any(|line| line.trim() == name), "{design}: {name} is not in {text:?}");
            assert!(text.contains(&id) && text.contains("makers.example/verify-certificate"), "{text}");

            if number % 5 == 0 {
                let png = folder.path().join("certificate.png");
                std::fs::write(&png, app.bytes(&format!("/api/certificates/public/{id}/image.png?scale=2")).await).unwrap();
                let output = Command::new("zbarimg")
                    .args(["--quiet", "--raw"])
                    .arg(&png)
                    .output()
                    .expect("zbarimg of zbar-tools");
                let code = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                assert_eq!(code, format!("https://makers.example/verify-certificate?id={id}"), "{design}");
            }
        }
    }
}
