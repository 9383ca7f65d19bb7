//! Printing certificates: one takes moments, many at once hold up nobody, and memory stays small.

use std::time::{Duration, Instant};

use rusqlite::named_params;
use tokio::task::JoinSet;

use crate::edge::{ask, visit};
use crate::site::{Plan, Times};

/// Names in scripts whose fonts are large, and lengths that need other sizes.
const NAMES: [&str; 8] = [
    "Grace Hopper",
    "Ελένη Παπαδοπούλου",
    "ليلى حداد",
    "王小明",
    "अनन्या शर्मा",
    "Maximiliane-Theodora von Hohenlohe-Waldenburg-Schillingsfürst",
    "สมชาย ใจดี",
    "김민준",
];
const DESIGNS: [&str; 4] = ["corporate", "modern", "trophy", "abstract"];
const AT_ONCE: i64 = 100;

fn id(number: i64) -> String {
    format!("CERT-TT-{number:012}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn certificates_are_printed_beside_everything_else() {
    let plan = Plan::new();
    let filled = plan.fill(1, |tx, _| {
        for number in 0..AT_ONCE + 16 {
            let at = usize::try_from(number).unwrap_or(0);
            tx.execute(
                "INSERT INTO certificates (id, certificate_id, title, recipient_name, achievement, type, design, released_at, issued_at)
                 VALUES (:id, :name, 'Event Participation Certificate', :recipient, 'An Evening of Soldering Irons', 'event', :design, 1, :id)",
                named_params! { ":id": number + 1, ":name": id(number), ":recipient": NAMES[at % 8], ":design": DESIGNS[at / 2 % 4] },
            )?;
        }
        Ok(())
    });
    filled.await;
    let mut site = plan.start("true");
    let address = site.address;
    let print = async move |number: i64, file: &str| {
        let started = Instant::now();
        let path = format!("GET /api/certificates/public/{}/{file} HTTP/1.1", id(number));
        assert_eq!(ask(address, &path, b"").await, Ok(200), "{file}");
        started
    };
    let (mut pictures, mut documents) = (Times::default(), Times::default());
    for number in AT_ONCE..AT_ONCE + 16 {
        pictures.add(print(number, "image.png?scale=3").await);
        documents.add(print(number, "document.pdf").await);
    }
    let mut all = JoinSet::new();
    let started = Instant::now();
    for number in 0..AT_ONCE {
        all.spawn(async move { print(number, "image.png?scale=3").await });
    }
    let mut others = visit(&site, Instant::now() + Duration::from_secs(5)).await;
    all.join_all().await;
    let (picture, document, most) = (pictures.share(0.5), documents.share(0.5), others.share(0.99));
    let peak = site.peak_memory() / 1_000_000;
    println!(
        "a picture at scale 3: median {picture:?}, longest {:?}; a document: median {document:?}, longest {:?}; {AT_ONCE} pictures at once in {:?}, \
         p99 of others {most:?}, peak memory {peak} MB",
        pictures.share(1.0),
        documents.share(1.0),
        started.elapsed(),
    );
    assert!(site.is_alive());
    assert!(picture < Duration::from_millis(300) && document < Duration::from_millis(100));
    assert!(most < Duration::from_millis(200) && peak < 150);
}
