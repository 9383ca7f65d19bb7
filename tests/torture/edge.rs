//! Slow clients, many uploads, many promotions: others are still served.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use community::exports::listen::raise_descriptors;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rusqlite::named_params;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::site::{PROJECT, Plan, Signed, Site, Times, add_project};

/// Connects as one of this machine's many addresses.
async fn connect_from(client: std::net::SocketAddr, site: std::net::SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(client)?;
    socket.connect(site).await
}

/// Sends a request and gives the status, or why there is none.
pub async fn ask(site: std::net::SocketAddr, head: &str, body: &[u8]) -> Result<u16, String> {
    let failed = |what: &'static str| move |error: std::io::Error| format!("{what}: {error}");
    // From another address than the slow ones.
    let client = std::net::SocketAddr::from(([127, 0, 0, 2], 0));
    let mut stream = connect_from(client, site).await.map_err(failed("connecting"))?;
    let head = format!("{head}\r\nHost: a\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.map_err(failed("asking"))?;
    // The server may refuse a request without reading its body.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer).await;
    let status = answer.get(9..12).and_then(|status| std::str::from_utf8(status).ok()?.parse().ok());
    status.ok_or_else(|| format!("no answer: {read:?}"))
}

async fn get(site: std::net::SocketAddr) -> Result<u16, String> {
    ask(site, "GET /api/projects HTTP/1.1", b"").await
}

/// Sends requests from four visitors until `until`, and measures their times.
pub async fn visit(site: &Site, until: Instant) -> Times {
    let mut visitors = JoinSet::new();
    for _ in 0..4 {
        let address = site.address;
        visitors.spawn(async move {
            let mut times = Times::default();
            while Instant::now() < until {
                let started = Instant::now();
                assert_eq!(get(address).await, Ok(200));
                times.add(started);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            times
        });
    }
    let mut all = Times::default();
    for times in visitors.join_all().await {
        all.join(times);
    }
    all
}

/// A slow client that starts again and again.
async fn dawdle(site: std::net::SocketAddr, kind: usize, stop: Arc<AtomicBool>) {
    let first = match kind % 3 {
        0 => "",
        1 => "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ",
        _ => "POST /api/auth/email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{",
    };
    // Of 50 clients.
    let client = std::net::SocketAddr::from(([127, 0, 1, 1 + (kind / 3 % 50) as u8], 0));
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = connect_from(client, site).await else {
            tokio::time::sleep(Duration::from_millis(500)).await;
            continue;
        };
        if stream.write_all(first.as_bytes()).await.is_err() {
            continue;
        }
        let mut byte = [0; 1];
        while !stop.load(Ordering::Relaxed) {
            match tokio::time::timeout(Duration::from_secs(1), stream.read(&mut byte)).await {
                Ok(Ok(0) | Err(_)) => break,
                Ok(Ok(_)) => {}
                Err(_) if first.is_empty() => {}
                Err(_) if stream.write_all(b"a").await.is_err() => break,
                Err(_) => {}
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn slow_connections_do_not_slow_others() {
    raise_descriptors();
    for limit in [1024, 8192] {
        let plan = Plan::new();
        plan.fill(1, |_, _| Ok(())).await;
        let mut site = plan.start(&format!("ulimit -n {limit}"));
        let stop = Arc::new(AtomicBool::new(false));
        let mut slow = JoinSet::new();
        for kind in 0..5000 {
            slow.spawn(dawdle(site.address, kind, stop.clone()));
            if kind % 50 == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        let mut times = visit(&site, Instant::now() + Duration::from_secs(20)).await;
        stop.store(true, Ordering::Relaxed);
        slow.shutdown().await;
        let (half, most, all) = (times.share(0.5), times.share(0.99), times.share(1.0));
        println!(
            "5,000 slow connections, {limit} descriptors: {} requests of others, median {half:?}, p99 {most:?}, longest {all:?}, peak memory {} MB",
            times.count(),
            site.peak_memory() / 1_000_000
        );
        assert!(site.is_alive());
        assert!(most < Duration::from_millis(200), "{most:?}");
    }
}

/// A photo of nearly 5 MB.
fn photo() -> Vec<u8> {
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(1900, 1300, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(x / 10) as u8, (y / 8) as u8, (state >> 24) as u8])
    });
    let mut file = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(noise).write_to(&mut file, ImageFormat::Png).unwrap();
    let file = file.into_inner();
    assert!((3_000_000..5_242_880).contains(&file.len()), "{}", file.len());
    file
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn many_uploads_fit_into_little_memory() {
    let plan = Plan::new();
    let filled = plan.fill(50, |tx, members| {
        for (number, member) in (1_i64..).zip(members) {
            tx.execute(
                "INSERT INTO projects (id, number, title, title_key, short_description, description, description_html, category, github_link,
                   demo_link, submitted_by, created_at, updated_at)
                 VALUES (:id, :id, 'A project', 'a project', 'Short', 'Words', 'Words', 'web', 'https://a.example', '', :member, 1, 1)",
                named_params! { ":id": number, ":member": member },
            )?;
        }
        Ok(())
    });
    let (members, ()) = filled.await;
    let mut site = plan.start("ulimit -d 524288");
    let (file, kept) = (Arc::new(photo()), Arc::new(AtomicUsize::new(0)));
    let (started, mut uploads) = (Instant::now(), JoinSet::new());
    for (number, member) in (1_i64..).zip(members) {
        let (address, file, kept) = (site.address, file.clone(), kept.clone());
        uploads.spawn(async move {
            let head = format!(
                "POST /api/projects/{}/pictures HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Type: application/octet-stream\r\nContent-Length: {}",
                community::exports::db::values::Id(number),
                member.bearer,
                file.len()
            );
            if ask(address, &head, &file).await == Ok(200) {
                kept.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    // Guests, who send as much but are not allowed to.
    for _ in 0..100 {
        let (address, file) = (site.address, file.clone());
        uploads.spawn(async move {
            let head = format!(
                "POST /api/projects/1/pictures HTTP/1.1\r\nContent-Type: application/octet-stream\r\nContent-Length: {}",
                file.len()
            );
            // What they are told is no matter here.
            let _ = ask(address, &head, &file).await;
        });
    }
    let mut times = visit(&site, Instant::now() + Duration::from_secs(5)).await;
    uploads.join_all().await;
    let (peak, kept) = (site.peak_memory() / 1_000_000, kept.load(Ordering::Relaxed));
    println!(
        "50 uploads of {} MB at once and 100 of guests: {kept} kept in {:?}, peak memory {peak} MB, p99 of others {:?}",
        file.len() / 1_000_000,
        started.elapsed(),
        times.share(0.99)
    );
    assert!(site.is_alive() && kept == 50, "{kept}");
    assert!(peak < 250, "{peak} MB");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn a_promotion_of_two_thousand_does_not_stop_other_writes() {
    let plan = Plan::new();
    let filled = plan.fill(2100, |tx, members| {
        tx.execute(
            "INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, mode, location,
               max_participants, published, created_by, created_at, updated_at)
             VALUES (7, 1, 'An evening', 'an evening', 'Words', 'Words', '2099-01-01', '2099-01-01', '19:00', 4070934000000, 4070940000000, 'Offline',
               'Hall', 1, 1, :admin, 1, 1)",
            named_params! { ":admin": members[0] },
        )?;
        for (place, member) in (0_i64..).zip(&members[1..2001]) {
            tx.execute(
                "INSERT INTO waiting_list (event_id, user_id, joined_at) VALUES (7, :member, :place)",
                named_params! { ":member": member, ":place": place },
            )?;
        }
        add_project(tx, members[0])?;
        Ok(())
    });
    let (members, ()) = filled.await;
    let site = plan.start("true");
    let address = site.address;
    let raised = Arc::new(AtomicBool::new(false));
    let (done, admin) = (raised.clone(), members[0].bearer.clone());
    let raise = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let body = br#"{"maxParticipants": 5000}"#;
        let head = format!(
            "PUT /api/admin/events/{} HTTP/1.1\r\nAuthorization: Bearer {admin}\r\nContent-Type: application/json\r\nContent-Length: {}",
            community::exports::db::values::Id(7),
            body.len()
        );
        let started = Instant::now();
        let status = ask(address, &head, body).await;
        done.store(true, Ordering::Relaxed);
        (status, started.elapsed())
    });
    let mut times = Times::default();
    let mut others: Vec<Signed> = members[2001..].to_vec();
    while !raised.load(Ordering::Relaxed) {
        others.rotate_left(1);
        let head = format!(
            "POST /api/projects/{}/upvote HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Length: 0",
            PROJECT, others[0].bearer
        );
        let started = Instant::now();
        assert_eq!(ask(address, &head, b"").await, Ok(200));
        times.add(started);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let (status, took) = raise.await.unwrap();
    println!(
        "2,000 promotions in {took:?}: {} writes of others, p99 {:?}, longest {:?}",
        times.count(),
        times.share(0.99),
        times.share(1.0)
    );
    assert_eq!(status, Ok(200));
    assert!(times.share(1.0) < Duration::from_millis(100), "{:?}", times.share(1.0));
}
