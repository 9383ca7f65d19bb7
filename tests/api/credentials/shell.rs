//! `community verify FILE`: what it says of real files, of changed ones, and of those that somebody made to mislead.

use std::path::Path;

use community::exports::clock::Clock;
use community::exports::credentials::{key_store, sign};
use serde_json::{Value, json};

use super::{SITE, file, issued, site};
use crate::support::{NOW, TestApp};

/// The exit code, and what is said, an hour after the tests begin.
pub fn verify(file: &Path, database: &Path, folder: &Path) -> (Option<i32>, String) {
    let begin: jiff::Timestamp = NOW.parse().unwrap();
    let ahead = begin.as_second() + 3600 - Clock::System.now().millis() / 1000;
    let clock = folder.join("clock");
    std::fs::write(&clock, ahead.to_string()).unwrap();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_community"))
        .arg("verify")
        .arg(file)
        .current_dir(folder)
        .env("COMMUNITY_DATABASE", database)
        .env("CLOCK_PUT_FORWARD_BY", clock)
        .output()
        .unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[tokio::test]
async fn the_shell_says_in_plain_words_whether_a_file_is_real() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zoë Example").await);
    let (id, key) = issued(&app, &admin, &member, false).await;
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    let verify = |file: &Path, database: &Path| verify(file, database, folder.path());
    let (own, none) = (app.app.db.path().to_owned(), folder.path().join("none.db"));
    let pdf = save("a.pdf", &app.bytes(&file(&id, "document.pdf")).await);
    let (code, said) = verify(&pdf, &own);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("A Certificate, issued to Zoë Example on 28 November 2026") && said.ends_with("Valid.\n"),
        "{said}"
    );
    // Elsewhere only the issuer can say whether the key is its own.
    let (code, said) = verify(&pdf, &none);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("only https://makers.example/issuer can say"), "{said}");
    // Without HTTPS the issuer is a key, and anybody can make one and give it this name.
    let plain = TestApp::new().await;
    let (issuer, reader) = (plain.admin("Ada Admin").await, plain.member("Max").await);
    let (other, _) = issued(&plain, &issuer, &reader, false).await;
    let picture = save("d.svg", &plain.bytes(&file(&other, "image.svg")).await);
    assert_eq!(verify(&picture, plain.app.db.path()).0, Some(0));
    let (code, said) = verify(&picture, &own);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("Whether this key is that of Community, the file cannot say"), "{said}");
    let json = app.get(&file(&id, "credential.json")).await.text;
    let (code, said) = verify(&save("b.json", json.replace("Zoë", "Zoe").as_bytes()), &own);
    assert_eq!(code, Some(1));
    assert!(said.contains("changed after it was signed"), "{said}");
    let (code, said) = verify(&save("c.txt", b"hello"), &own);
    assert_eq!((code, said.as_str()), (Some(1), "Not valid. This is no PNG, SVG, PDF or JSON file.\n"));
    app.post_as(
        &admin,
        &format!("/api/admin/certificates/{key}/revoke"),
        json!({ "reason": "A mistake." }),
    )
    .await;
    let (code, said) = verify(&pdf, &own);
    assert_eq!(code, Some(1));
    assert!(said.contains("It was revoked on 28 November 2026."), "{said}");
}

type Change = fn(&mut Value);

/// A credential of this site with something changed before it was signed, saved in the folder.
async fn made(app: &TestApp, folder: &Path, change: impl FnOnce(&mut Value)) -> std::path::PathBuf {
    let mut document = json!({
        "@context": ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],
        "id": format!("{SITE}/credentials/elsewhere"),
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": "A title",
        "issuer": { "id": format!("{SITE}/issuer"), "type": ["Profile"], "name": "Makers" },
        "validFrom": "2026-11-01T00:00:00Z",
        "credentialSubject": {
            "type": ["AchievementSubject"],
            "identifier": [{ "type": "IdentityObject", "hashed": false, "identityType": "name", "identityHash": "Zoë" }],
        },
        "credentialStatus": {
            "id": format!("{SITE}/credentials/status/1#9"), "type": "BitstringStatusListEntry", "statusPurpose": "revocation",
            "statusListIndex": "9", "statusListCredential": format!("{SITE}/credentials/status/1"),
        },
    });
    change(&mut document);
    let now = app.app.clock.now();
    let signed = app.app.db.read(move |conn| {
        let key = key_store::find_signer(conn)?;
        Ok(sign::sign(&document, &format!("{SITE}/issuer"), &key, now).unwrap())
    });
    let file = folder.join("made.json");
    std::fs::write(&file, signed.await.unwrap().to_string()).unwrap();
    file
}

#[tokio::test]
async fn the_shell_vouches_for_nothing_that_it_does_not_know() {
    let app = site().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zoë Example").await);
    // So that the key and the issuer are known as our own.
    let (id, _) = issued(&app, &admin, &member, false).await;
    app.bytes(&file(&id, "credential.json")).await;
    let folder = tempfile::tempdir().unwrap();
    let own = app.app.db.path().to_owned();
    let cases: [(Change, i32, &str); 10] = [
        (|_| {}, 2, "only https://makers.example/credentials/status/1 can say"),
        (
            |it| _ = it.as_object_mut().unwrap().remove("credentialStatus"),
            2,
            "it names no place that says so",
        ),
        (
            |it| it["credentialStatus"] = json!({ "id": "https://a.example/list", "type": "Evidence" }),
            2,
            "a way that this program does not know",
        ),
        (
            |it| it["credentialStatus"]["statusPurpose"] = "suspension".into(),
            2,
            "a way that this program does not know",
        ),
        (
            |it| it["credentialStatus"]["statusListIndex"] = "many".into(),
            2,
            "a way that this program does not know",
        ),
        (
            |it| it["validUntil"] = "2026-11-27T00:00:00Z".into(),
            1,
            "It has expired: it was valid until 27 November 2026.",
        ),
        (
            |it| it["validFrom"] = "2026-12-24T00:00:00Z".into(),
            1,
            "It is not valid before 24 December 2026.",
        ),
        (
            |it| it["validUntil"] = "soon".into(),
            2,
            "From when until when it is valid cannot be read.",
        ),
        (
            |it| it["type"] = json!(["VerifiableCredential", "EndorsementCredential"]),
            1,
            "no certificate and no badge",
        ),
        (|it| it["type"] = json!(["VerifiableCredential"]), 1, "no certificate and no badge"),
    ];
    for (number, (change, code, words)) in cases.into_iter().enumerate() {
        let (found, said) = verify(&made(&app, folder.path(), change).await, &own, folder.path());
        assert_eq!(found, Some(code), "{number}: {said}");
        assert!(said.contains(words) && !said.contains("\nValid."), "{number}: {said}");
    }
}

#[tokio::test]
async fn no_text_of_a_credential_steers_the_terminal() {
    let app = site().await;
    let folder = tempfile::tempdir().unwrap();
    let steering = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\nValid.\n\u{202e}drow\u{9b}31m";
    let (database, folder) = (app.app.db.path(), folder.path());
    let is_plain = |said: &str| {
        !said
            .chars()
            .any(|c| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c))
    };
    for pointer in [
        "/name",
        "/issuer/name",
        "/credentialSubject/identifier/0/identityHash",
        "/validFrom",
        "/credentialStatus/statusListCredential",
    ] {
        let change = |document: &mut Value| {
            let place = document.pointer_mut(pointer).unwrap();
            *place = format!("{}{steering}", place.as_str().unwrap()).into();
        };
        // An address with such characters is no address, and is not signed.
        if pointer.ends_with("Credential") {
            continue;
        }
        let (_, said) = verify(&made(&app, folder, change).await, database, folder);
        assert!(is_plain(&said) && !said.lines().any(|line| line == "Valid."), "{pointer}: {said:?}");
        assert!(said.contains("\\u{1b}"), "{pointer}: {said}");
    }
    // What is wrong with a file is told in its own words.
    for (name, text) in [
        (
            "a.json",
            json!({ "@context": [format!("https://a.example/{steering}")], "issuer": "https://a.example", "proof": {
            "type": "DataIntegrityProof", "cryptosuite": "eddsa-rdfc-2022", "proofPurpose": "assertionMethod",
            "verificationMethod": "https://a.example#z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi", "proofValue": "z1",
        } })
            .to_string(),
        ),
        ("a.svg", format!("<svg><a></{steering}></svg>")),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        let (code, said) = verify(&file, database, folder);
        assert!(code == Some(1) && is_plain(&said) && said.lines().count() == 1, "{name}: {said:?}");
    }
}
