//! The log of credentials, checked as an outsider would: this file has its own code for the tree of RFC 9162, written after the
//! text of the standard, and reads the answers of the site and nothing else.

use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::badges::give;
use crate::support::{Signed, TestApp};

type Node = Vec<u8>;

fn hex(text: &str) -> Node {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

fn nodes(list: &Value) -> Vec<Node> {
    list.as_array().unwrap().iter().map(|node| hex(node.as_str().unwrap())).collect()
}

fn leaf(entry: &str) -> Node {
    Sha256::digest([&[0], entry.as_bytes()].concat()).to_vec()
}

fn parent(left: &[u8], right: &[u8]) -> Node {
    Sha256::digest([&[1], left, right].concat()).to_vec()
}

/// Merkle Tree Hash, 2.1.1.
fn root(entries: &[String]) -> Node {
    match entries {
        [one] => leaf(one),
        more => {
            let mut half = 1;
            while half * 2 < more.len() {
                half *= 2;
            }
            parent(&root(&more[..half]), &root(&more[half..]))
        }
    }
}

/// Verifying an Inclusion Proof, 2.1.3.2.
fn is_included(entry: &str, place: i64, size: i64, path: &[Node], expected: &[u8]) -> bool {
    let (mut number, mut last, mut hash) = (place, size - 1, leaf(entry));
    for step in path {
        if last == 0 {
            return false;
        }
        if number % 2 == 1 || number == last {
            hash = parent(step, &hash);
            while number % 2 == 0 && number != 0 {
                number >>= 1;
                last >>= 1;
            }
        } else {
            hash = parent(&hash, step);
        }
        number >>= 1;
        last >>= 1;
    }
    last == 0 && hash == expected
}

/// Verifying Consistency between Two Tree Heads, 2.1.4.2.
fn is_consistent(first: i64, second: i64, first_root: &[u8], second_root: &[u8], path: &[Node]) -> bool {
    if first == second {
        return path.is_empty() && first_root == second_root;
    }
    let mut path = path.to_vec();
    if first & (first - 1) == 0 {
        path.insert(0, first_root.to_vec());
    }
    let Some((start, rest)) = path.split_first() else { return false };
    let (mut number, mut last) = (first - 1, second - 1);
    while number % 2 == 1 {
        number >>= 1;
        last >>= 1;
    }
    let (mut old, mut new) = (start.clone(), start.clone());
    for step in rest {
        if last == 0 {
            return false;
        }
        if number % 2 == 1 || number == last {
            old = parent(step, &old);
            new = parent(step, &new);
            while number % 2 == 0 && number != 0 {
                number >>= 1;
                last >>= 1;
            }
        } else {
            new = parent(&new, step);
        }
        number >>= 1;
        last >>= 1;
    }
    last == 0 && old == first_root && new == second_root
}

fn is_signed(head: &Value) -> bool {
    let text = |name: &str| head[name].as_str().unwrap();
    let expected = format!("{}\n{}\n{}\n{}\n", text("key"), head["size"], text("root"), text("at"));
    let bytes = |text: &str| bs58::decode(&text[1..]).into_vec().unwrap();
    let key = VerifyingKey::from_bytes(bytes(text("key"))[2..].try_into().unwrap()).unwrap();
    let signature = Signature::from_slice(&bytes(text("signature"))).unwrap();
    text("text") == expected && key.verify(expected.as_bytes(), &signature).is_ok()
}

/// A badge; gives its credential.
async fn badge(app: &TestApp, admin: &Signed, to: &Signed, name: &str) -> String {
    let given = give(app, admin, json!({ "user": to.id.to_string(), "name": name })).await;
    let id = given.json()["badge"]["_id"].as_str().unwrap().to_owned();
    app.get(&format!("/api/badges/{id}/credential.json")).await.text
}

async fn entries(app: &TestApp) -> Vec<String> {
    let listed = app.get("/api/transparency/entries?limit=1000").await.json();
    let text = |entry: &Value| entry["entry"].as_str().unwrap().to_owned();
    listed.as_array().unwrap().iter().map(text).collect()
}

pub async fn consistency(app: &TestApp, from: &Value, to: &Value) -> bool {
    let (first, second) = (from["size"].as_i64().unwrap(), to["size"].as_i64().unwrap());
    let answer = app.get(&format!("/api/transparency/consistency?from={first}&to={second}")).await;
    let path = nodes(&answer.json()["path"]);
    let root = |head: &Value| hex(head["root"].as_str().unwrap());
    is_consistent(first, second, &root(from), &root(to), &path)
}

/// Whether everything in the log is under its last head.
async fn is_whole(app: &TestApp, credential: &str) -> bool {
    let hash: String = Sha256::digest(credential.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let answer = app.get(&format!("/api/transparency/inclusion?credential={hash}")).await;
    let found = answer.json();
    let Some(proofs) = found["entries"].as_array() else { return false };
    let head = hex(found["head"]["root"].as_str().unwrap());
    let proven = proofs.iter().all(|proof| {
        let entry = proof["entry"].as_str().unwrap();
        let (place, size) = (proof["place"].as_i64().unwrap(), proof["size"].as_i64().unwrap());
        entry.contains(&hash) && is_included(entry, place, size, &nodes(&proof["path"]), &head)
    });
    proven && is_signed(&found["head"]) && root(&entries(app).await) == head
}

#[tokio::test]
async fn the_log_proves_itself_and_a_row_that_is_changed_by_hand_does_not() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    assert!(app.get("/api/transparency").await.json()["head"].is_null());
    let mut credentials = Vec::new();
    for number in 1..=7 {
        credentials.push(badge(&app, &admin, &member, &format!("Badge {number}")).await);
    }
    let heads = app.get("/api/transparency/heads").await.json();
    let heads = heads.as_array().unwrap();
    assert_eq!(heads.len(), 7);
    for later in heads {
        assert!(is_signed(later), "{later}");
        for earlier in heads.iter().filter(|earlier| earlier["size"].as_i64() <= later["size"].as_i64()) {
            assert!(consistency(&app, earlier, later).await, "{earlier} {later}");
        }
    }
    for credential in &credentials {
        assert!(is_whole(&app, credential).await, "{credential}");
    }
    // Nothing of whom it is about is in the log.
    assert!(entries(&app).await.iter().all(|entry| !entry.contains("Max") && entry.contains("issued")));
    for (query, status) in [
        ("inclusion?credential=00", 422),
        ("consistency?from=0&to=3", 422),
        ("consistency?from=1&to=99", 422),
    ] {
        assert_eq!(app.get(&format!("/api/transparency/{query}")).await.status.as_u16(), status, "{query}");
    }
    let unknown = format!("/api/transparency/inclusion?credential={}", "0".repeat(64));
    assert_eq!(app.get(&unknown).await.status.as_u16(), 404);

    // A credential that is dated back, with all that its entry needs, and without what nobody has: the heads that others keep.
    let kept = heads[0].clone();
    app.execute("UPDATE transparency_entries SET entry = replace(entry, '2026-11-28', '2020-01-01') WHERE place = 2")
        .await;
    assert!(!is_whole(&app, &credentials[2]).await);
    app.execute("UPDATE transparency_entries SET entry = replace(entry, '2020-01-01', '2026-11-28') WHERE place = 2")
        .await;
    assert!(is_whole(&app, &credentials[2]).await);
    // The hashes of the tree as well: then what is added after it no longer goes with the head that was kept.
    app.execute("UPDATE transparency_nodes SET hash = (SELECT hash FROM transparency_nodes WHERE level = 0 AND place = 1) WHERE (level, place) IN ((0, 2), (1, 1), (2, 0))")
        .await;
    badge(&app, &admin, &member, "Badge 8").await;
    let now = app.get("/api/transparency").await.json()["head"].clone();
    assert!(is_signed(&now) && !consistency(&app, &kept, &now).await);
}

#[tokio::test]
async fn an_entry_that_no_head_covers_yet_has_no_proof() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let (first, second) = (badge(&app, &admin, &member, "One").await, badge(&app, &admin, &member, "Two").await);
    let asked = |credential: &str| {
        let hash: String = Sha256::digest(credential.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("/api/transparency/inclusion?credential={hash}")
    };
    app.execute("DELETE FROM transparency_heads WHERE size = 2").await;
    assert!(app.get(&asked(&first)).await.json()["entries"][0]["path"].is_array());
    let answer = app.get(&asked(&second)).await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "60"));
    assert_eq!(
        answer.message(),
        "This credential is in the log, but under no head yet. Please ask again in a minute."
    );
    app.execute("DELETE FROM transparency_heads").await;
    assert_eq!(app.get(&asked(&first)).await.status.as_u16(), 404);
}
