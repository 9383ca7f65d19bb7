//! A disk without room: a small file system in memory, which only root can mount.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use community::exports::db::migrate;

use crate::edge::ask;
use crate::site::{PROJECT, Plan, Signed, add_project};

/// Room in all, in megabytes.
const ROOM: u32 = 8;

/// A file system of its own.
struct Disk(PathBuf);

impl Disk {
    /// `None` where it may not be mounted.
    fn mount(folder: &Path) -> Option<Disk> {
        let options = format!("size={ROOM}m,mode=0700");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "none"]).arg(folder).status();
        mounted.is_ok_and(|status| status.success()).then(|| Disk(folder.to_owned()))
    }

    /// Takes all the room that is left.
    fn fill(&self) {
        let file = std::fs::File::create(self.0.join("rubbish")).unwrap();
        let mut left = &file;
        let chunk = [0; 4096];
        while std::io::Write::write_all(&mut left, &chunk).is_ok() {}
    }

    fn empty(&self) {
        std::fs::remove_file(self.0.join("rubbish")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

async fn comment(site: std::net::SocketAddr, who: &Signed, words: &str) -> Result<u16, String> {
    let body = format!("{{\"text\": \"{words}\"}}");
    let head = format!(
        "POST /api/projects/{}/comment HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}",
        PROJECT,
        who.bearer,
        body.len()
    );
    ask(site, &head, body.as_bytes()).await
}

async fn get(site: std::net::SocketAddr, path: &str) -> Result<u16, String> {
    ask(site, &format!("GET {path} HTTP/1.1"), b"").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "mounts a file system: make torture, as root"]
async fn a_full_disk_refuses_writes_answers_reads_and_is_forgotten_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::mount(folder.path()) else {
        println!("a full disk: skipped, because no file system may be mounted here");
        return;
    };
    let plan = Plan::within(&disk.0);
    let filled = plan.fill(40, |tx, members| {
        add_project(tx, members[0])?;
        Ok(())
    });
    let (members, ()) = filled.await;
    let (database, mut site) = (plan.database(), plan.start("true"));
    let address = site.address;
    assert_eq!(comment(address, &members[0], "before").await, Ok(200));
    disk.fill();
    // What the log has room for is kept; then nothing is.
    let (mut kept, mut refused) = (1, 0);
    for who in members.iter().skip(1) {
        match comment(address, who, "in between").await.unwrap() {
            200 => kept += 1,
            507 => refused += 1,
            other => panic!("{other}"),
        }
        assert_eq!(get(address, &format!("/api/projects/{}", PROJECT)).await, Ok(200));
    }
    assert!(refused > 5, "{kept} kept, {refused} refused");
    assert_eq!(get(address, "/healthz").await, Ok(507));
    disk.empty();
    let room_at = Instant::now();
    assert_eq!(comment(address, &members[0], "after").await, Ok(200));
    kept += 1;
    while get(address, "/healthz").await != Ok(200) {
        assert!(room_at.elapsed() < Duration::from_secs(10), "it stays unwell");
    }
    // Full while nobody writes, and well again without anybody's write.
    disk.fill();
    while comment(address, &members[1], "again").await == Ok(200) {
        kept += 1;
    }
    disk.empty();
    let room_at = Instant::now();
    while get(address, "/healthz").await != Ok(200) {
        assert!(room_at.elapsed() < Duration::from_secs(10), "it stays unwell");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let well = room_at.elapsed();
    assert!(site.is_alive());
    site.end();
    assert_eq!(migrate::check(&database), Ok(Some(migrate::version())));
    let conn = migrate::open_to_read(&database).unwrap();
    let found: i64 = conn.query_row("SELECT count(*) FROM comments", [], |row| row.get(0)).unwrap();
    assert_eq!(found, kept);
    println!(
        "a full disk of {ROOM} MB: {refused} writes refused with 507 while all reads were answered, all {kept} others kept; well again after {well:.1?}"
    );
}
