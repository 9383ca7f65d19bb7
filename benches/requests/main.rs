//! Measures the processor time of requests to the program, over HTTP, and compares it with a bare answer of the framework
//! in the same run. Processor time depends little on what else the machine does.
//!
//!     cargo bench --bench requests [-- [SIZE…] [WORD…]]
//!
//! Sizes are numbers of projects: 1,000 and 100,000, or those of `SIZES`. With words, only calls whose names have one are
//! measured. The demos are kept in target/tmp/scale. The tables are Markdown. `PEERS` names a folder with other programs to
//! measure beside it (peers/mod.rs).

mod calls;
mod client;
#[path = "../scale/database.rs"]
mod database;
mod peers;
mod reasons;
mod site;

use std::path::Path;
use std::time::Duration;

use calls::{Call, Things, Who};
use client::{Request, ask};
use site::{Cost, Server};

/// From how many bare answers on a call needs a sentence that says why.
const MANY: f64 = 20.0;
/// Members who write in turns.
const WRITERS: usize = 1000;
/// How many write at once, and for how long, when it is asked how many writes a second takes.
const CALLERS: usize = 32;
const LOAD: Duration = Duration::from_secs(4);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, address] = arguments.as_slice()
        && flag == "--hello"
    {
        return site::serve_hello(address);
    }
    let from_outside = std::env::var("SIZES").unwrap_or_default();
    let numbers = |texts: &mut dyn Iterator<Item = &str>| texts.filter_map(|text| text.parse().ok()).collect::<Vec<usize>>();
    let mut sizes = numbers(&mut arguments.iter().map(String::as_str).chain(from_outside.split_whitespace()));
    if sizes.is_empty() {
        sizes = vec![1_000, 100_000];
    }
    let words: Vec<String> = arguments.into_iter().filter(|argument| argument.parse::<usize>().is_err()).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    for size in sizes {
        measure_size(size, &is_wanted);
    }
}

fn measure_size(size: usize, is_wanted: &dyn Fn(&str) -> bool) {
    let conn = database::open(size);
    let things = Things::find(&conn);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("community.db");
    let of_peers = folder.path().join("peers.db");
    std::fs::copy(conn.path().map(Path::new).unwrap(), &file).unwrap();
    if is_wanted("peers") {
        std::fs::copy(conn.path().map(Path::new).unwrap(), &of_peers).unwrap();
    }
    drop(conn);
    site::allow_many_comments(&file);
    let mut people = vec![things.admin, things.member];
    people.extend(things.writers.iter().take(WRITERS));
    let bearers = site::sign_in(&file, people);
    let (admin, member, writers) = (&bearers[0], &bearers[1], &bearers[2..]);
    let hello = site::start_hello();
    let server = site::start(&file);
    let bare = bare(&hello);
    println!("\n### {size} projects\n\nA bare answer takes {bare:.1} µs. Each figure is µs, and how many bare answers that is.\n");
    println!("| Call | Bytes | Kept | Made | Signed in |\n| --- | --- | --- | --- | --- |");
    let (mut missing, mut slow) = (Vec::new(), Vec::new());
    let document = ask(server.address, &Request::get("/api/openapi.json"));
    let document = serde_json::from_slice(&document.body).unwrap();
    for call in calls::reads(&document, &things).into_iter().filter(|call| is_wanted(&call.name)) {
        match read(&server, &call, member, admin) {
            Ok(row) => {
                println!("{}", row.line(bare));
                slow.extend(row.slowest(bare));
            }
            Err(status) => missing.push(format!("{} ({status})", call.name)),
        }
    }
    for (name, make) in calls::writes(&things, writers, admin) {
        if is_wanted(name) {
            let cost = server.measure(0, make);
            println!("| {name} | {} | | {} | |", cost.bytes, with_ratio(Some(&cost), bare));
            if cost.micros / bare > MANY {
                slow.push((name.to_owned(), cost.micros / bare));
            }
            if cost.status >= 300 {
                missing.push(format!("{name} ({})", cost.status));
            }
        }
    }
    let loaded: Vec<_> = calls::writes(&things, writers, admin).into_iter().take(2).collect();
    for (name, make) in loaded.into_iter().filter(|(name, _)| is_wanted(&format!("{CALLERS} callers, {name}"))) {
        let load = client::load(server.address, CALLERS, LOAD, &|number| make(10_000_000 + number));
        println!(
            "\n{CALLERS} callers, {name}: {:.0} a second, each on the disk; half of them within {:.1} ms, 99 of 100 within {:.1}; {} refused.",
            load.per_second, load.median, load.p99, load.refused
        );
    }
    if is_wanted("peers") {
        peers::compare(&server, &of_peers, &things, writers, admin, bare);
    }
    let after = self::bare(&hello);
    println!("\nA bare answer took {after:.1} µs at the end.");
    if !missing.is_empty() {
        println!("\nOther answers than 200: {}.", missing.join(", "));
    }
    println!("\nOver {MANY} bare answers:\n");
    for (name, ratio) in slow {
        println!("- {name}, {ratio:.0}: {}", reasons::of(&name));
    }
}

fn bare(hello: &Server) -> f64 {
    let mut costs: Vec<f64> = (0..5).map(|_| hello.measure(0, |_| Request::get("/")).micros).collect();
    costs.sort_by(f64::total_cmp);
    costs[2]
}

/// A line of the table.
struct Row {
    name: String,
    who: Who,
    kept: Option<Cost>,
    made: Option<Cost>,
    signed_in: Option<Cost>,
}

impl Row {
    fn line(&self, bare: f64) -> String {
        let bytes = self.made.as_ref().or(self.signed_in.as_ref()).map_or(0, |cost| cost.bytes);
        let who = match self.who {
            Who::Guest => "",
            Who::Member => " (member)",
            Who::Admin => " (admin)",
        };
        let columns = [&self.kept, &self.made, &self.signed_in].map(|cost| with_ratio(cost.as_ref(), bare));
        format!("| {}{who} | {bytes} | {} |", self.name, columns.join(" | "))
    }

    fn slowest(&self, bare: f64) -> Option<(String, f64)> {
        let costs = [&self.made, &self.signed_in].into_iter().flatten();
        let ratio = costs.map(|cost| cost.micros / bare).fold(0.0, f64::max);
        (ratio > MANY).then(|| (self.name.clone(), ratio))
    }
}

fn with_ratio(cost: Option<&Cost>, bare: f64) -> String {
    cost.map(|cost| format!("{:.0} ({:.1}×)", cost.micros, cost.micros / bare))
        .unwrap_or_default()
}

/// Measures a read by whoever may, or returns the status that an admin gets.
fn read(server: &Server, call: &Call, member: &str, admin: &str) -> Result<Row, u16> {
    let get = || Request {
        takes_gzip: call.takes_gzip,
        ..Request::get(&call.path)
    };
    let people = [(Who::Guest, get()), (Who::Member, get().by(member)), (Who::Admin, get().by(admin))];
    let status = |request: &Request| ask(server.address, request).status;
    let Some((who, request)) = people.into_iter().find(|(_, request)| status(request) == 200) else {
        return Err(status(&get().by(admin)));
    };
    if who != Who::Guest {
        let signed_in = server.measure(0, |_| request.clone());
        // Some may be asked only a few times an hour.
        if signed_in.status != 200 {
            return Err(signed_in.status);
        }
        return Ok(Row {
            name: call.name.clone(),
            who,
            kept: None,
            made: None,
            signed_in: Some(signed_in),
        });
    }
    let is_api = call.path.starts_with("/api/");
    let sign = if call.path.contains('?') { '&' } else { '?' };
    // An address that nobody asked for is not kept; a page depends on its path alone, and is not kept for who signs in.
    let made = server.measure(0, |number| {
        if is_api || call.path.contains('.') {
            Request {
                path: format!("{}{sign}unkept={number}", call.path),
                ..get()
            }
        } else {
            get().by("nobody")
        }
    });
    Ok(Row {
        name: call.name.clone(),
        who,
        kept: Some(server.measure(0, |_| get())),
        made: Some(made),
        signed_in: is_api.then(|| server.measure(0, |_| get().by(member))),
    })
}
