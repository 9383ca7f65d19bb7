//! Files that are damaged, copied while they are written, and replaced by a process that is killed.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use community::exports::db::copy::copy;
use community::exports::db::{Db, migrate};
use rusqlite::Connection;

/// Files that are damaged, copies during writes, and restores that are killed.
const DAMAGED: u64 = 200;
const COPIES: u32 = 40;
const RESTORES: u64 = 100;

/// The next of a row of numbers that is the same in every run.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn make(path: &Path, mark: i64) {
    let conn = migrate::open(path).unwrap();
    conn.execute("INSERT INTO memos (name, value) VALUES ('torture', ?1)", [mark.to_string()])
        .unwrap();
}

fn mark(path: &Path) -> i64 {
    let conn = migrate::open_to_read(path).unwrap();
    conn.query_row("SELECT CAST(value AS INTEGER) FROM memos WHERE name = 'torture'", [], |row| row.get(0))
        .unwrap()
}

#[test]
#[ignore = "takes a minute: make torture"]
fn damaged_files_are_refused_in_one_sentence_or_read_and_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("community.db");
    make(&path, 1);
    let whole = std::fs::read(&path).unwrap();
    let (mut seed, mut refused) = (1, 0);
    let mut sentences = HashSet::new();
    for number in 0..DAMAGED {
        let mut bytes = whole.clone();
        match number % 4 {
            // Cut short.
            0 => bytes.truncate(usize::try_from(next(&mut seed)).unwrap() % whole.len()),
            // A page of noise, sometimes the first.
            1 => {
                let page = usize::try_from(next(&mut seed)).unwrap() % (whole.len() / 4096) * 4096;
                bytes[page..page + 4096].iter_mut().for_each(|byte| *byte = next(&mut seed) as u8);
            }
            // Single bytes.
            _ => {
                for _ in 0..=next(&mut seed) % 50 {
                    let place = usize::try_from(next(&mut seed)).unwrap() % bytes.len();
                    bytes[place] = next(&mut seed) as u8;
                }
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        if let Err(sentence) = migrate::check(&path) {
            assert!(!sentence.contains('\n') && sentence.contains("community.db"), "{sentence}");
            sentences.insert(sentence.split(" (").next().unwrap_or_default().to_owned());
            refused += 1;
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "file {number} was changed");
    }
    println!(
        "{DAMAGED} damaged files: {refused} refused by the check, in {} kinds of sentences; none changed",
        sentences.len()
    );
    assert!(refused > DAMAGED / 2);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: make torture"]
async fn copies_made_during_writes_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("community.db");
    make(&path, 0);
    let db = Db::open(&path).unwrap();
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let writer = tokio::spawn({
        let (db, stop, written) = (db.clone(), stop.clone(), written.clone());
        async move {
            while !stop.load(Ordering::Relaxed) {
                let add = "UPDATE memos SET value = value + 1 WHERE name = 'torture'";
                db.write(move |tx| Ok(tx.execute(add, []).map(drop)?)).await.unwrap();
                written.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    });
    let (started, mut last) = (Instant::now(), 0);
    for number in 0..COPIES {
        let (from, to) = (path.clone(), folder.path().join(format!("copy-{number}.db")));
        let copied = to.clone();
        tokio::task::spawn_blocking(move || copy(&from, &copied, number % 2 == 1))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(migrate::check(&to), Ok(Some(migrate::version())));
        let seen = mark(&to);
        assert!(seen >= last, "a copy is older than the one before");
        last = seen;
    }
    stop.store(true, Ordering::Relaxed);
    writer.await.unwrap();
    let rate = written.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64();
    println!("{COPIES} copies during {rate:.0} writes a second: all whole");
    db.close().unwrap();
}

#[test]
#[ignore = "takes a minute: make torture"]
fn a_restore_that_is_killed_leaves_the_former_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, backup) = (folder.path().join("community.db"), folder.path().join("backup.db"));
    make(&backup, 2);
    drop(
        Connection::open(&backup)
            .unwrap()
            .query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())),
    );
    let begin = || {
        Command::new(env!("CARGO_BIN_EXE_community"))
            .args(["restore", "backup.db"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    // One to the end, so that the kills come at any moment of the others.
    make(&path, 1);
    let started = Instant::now();
    assert!(begin().wait().unwrap().success());
    let most = u64::try_from(started.elapsed().as_micros()).unwrap() * 5 / 4;
    let (mut seed, mut replaced) = (7, 0);
    for number in 0..RESTORES {
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let entry = entry.unwrap().path();
            if entry != backup {
                std::fs::remove_file(entry).unwrap();
            }
        }
        make(&path, 1);
        let mut restore = begin();
        std::thread::sleep(Duration::from_micros(next(&mut seed) % most));
        restore.kill().unwrap();
        restore.wait().unwrap();
        assert_eq!(migrate::check(&path), Ok(Some(migrate::version())), "restore {number}");
        match mark(&path) {
            1 => {}
            2 => {
                replaced += 1;
                let kept = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
                let kept: Vec<_> = kept.filter(|name| name.to_string_lossy().contains("before-restore")).collect();
                assert!(kept.len() == 1 && mark(&kept[0]) == 1, "restore {number}: {kept:?}");
            }
            other => panic!("restore {number}: {other}"),
        }
    }
    println!("{RESTORES} restores killed: {replaced} had replaced the file, none lost one");
    assert!(replaced > 0 && replaced < RESTORES, "{replaced}");
}
