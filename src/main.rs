//! The commands. Each one that fails ends with one clear sentence.

mod command;
mod ui;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use community::exports::app::App;
use community::exports::backups;
use community::exports::clock::{Clock, zones};
use community::exports::config::{Config, DEFAULT_FILE};
use community::exports::console::say;
use community::exports::db::migrate;
use community::exports::events::letters::reminders::Reminders;
use community::exports::events::registration::places::promote_left_over;
use community::exports::listen::{self, Limits, Places};
use community::exports::mail::worker::Worker;
use community::exports::site::memo_store;
use community::exports::stats::analytics_api;
use community::exports::{credentials, demo, http, interface, reindex, sessions, setup};

use crate::command::admins::{self, AdminsCommand};
use crate::command::badges::BadgesCommand;
use crate::command::beside::Beside;
use crate::command::log;

/// The website that a developer and maker community hosts for itself.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// The configuration file (config.toml when there is one).
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site.
    Serve(Serve),
    /// Fill a new database with a realistic community.
    Demo(Demo),
    /// Print the API document.
    Openapi,
    /// Print what the interface knows of the rules as TypeScript.
    Rules {
        /// What forms and the admin area need, instead of what lists and pages need.
        #[arg(long, conflicts_with = "badges")]
        forms: bool,
        /// The words of badges.
        #[arg(long)]
        badges: bool,
    },
    /// Manage the admins of the community.
    #[command(subcommand)]
    Admin(AdminsCommand),
    /// Award the badges that the rules owe.
    #[command(subcommand)]
    Badges(BadgesCommand),
    /// Print a sign-in link for somebody when mail does not arrive.
    Link { email: String },
    /// Copy the database into a new file, also while the server runs.
    Export {
        file: PathBuf,
        /// Leave out sessions, sign-in links, keys and the text of mails, as the export in the browser does.
        #[arg(long)]
        shareable: bool,
    },
    /// Say whether a certificate or a badge is real: a PNG, SVG, PDF or JSON file of this community or any other.
    Verify {
        file: PathBuf,
        /// Ask the issuer's site for its keys and for what it has revoked.
        #[arg(long)]
        ask: bool,
    },
    /// Put a backup in the place of the database, while no server runs on it. The former file stays beside it.
    Restore { file: PathBuf },
    /// Check the configuration and the database, and say why mails are waiting.
    Check {
        /// Say instead what is in a backup, whether it is whole, and what restoring it would do. Nothing is changed.
        #[arg(long, value_name = "FILE", conflicts_with = "mail")]
        backup: Option<PathBuf>,
        /// Connect to the mail server and sign in, without sending anything.
        #[arg(long)]
        mail: bool,
    },
}

#[derive(Args)]
struct Serve {
    /// The address and port; overrides the configuration.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// The database file; overrides the configuration.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Serve the demo community from demo.db, which is created if it does not exist.
    #[arg(long)]
    demo: bool,
}

#[derive(Args)]
struct Demo {
    /// The file to fill.
    #[arg(long, value_name = "FILE", default_value = demo::DEFAULT_FILE)]
    database: PathBuf,
    /// Number of members. Most of them only vote.
    #[arg(long, value_name = "N", default_value_t = 1240)]
    members: usize,
    #[arg(long, value_name = "N", default_value_t = 60)]
    projects: usize,
    #[arg(long, value_name = "N", default_value_t = 30)]
    events: usize,
    /// The same seed creates the same community on the same day.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("The program cannot start: {error}")),
    };
    match runtime.block_on(run(cli)) {
        Ok(code) => code,
        Err(message) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    // If the message cannot be printed, the exit code still reports the failure.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}

async fn run(cli: Cli) -> Result<ExitCode, String> {
    if matches!(cli.command, Command::Openapi | Command::Rules { .. }) {
        let document = openapi().await?;
        let printed = match cli.command {
            Command::Rules { badges: true, .. } => Ok(interface::badges()),
            Command::Rules { forms: true, .. } => interface::forms(document),
            Command::Rules { .. } => interface::rules(document),
            _ => Ok(document.to_owned()),
        };
        say(printed.map_err(|error| format!("The API document is no JSON: {error}"))?.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::Demo(options) = &cli.command {
        return make_demo(options).map(|()| ExitCode::SUCCESS);
    }
    let mut config = Config::load(cli.config.as_deref(), environment()?.into_iter())?;
    if let Command::Verify { file, ask } = &cli.command {
        return command::verify::run(&config, file, *ask).await;
    }
    let done = match cli.command {
        Command::Serve(options) => {
            config.listen = options.listen.unwrap_or(config.listen);
            config.database = match options.database {
                Some(file) => file,
                None if options.demo => demo::DEFAULT_FILE.into(),
                None => config.database,
            };
            serve(config, options.demo).await
        }
        Command::Admin(command) => admins::run(&config, &command),
        Command::Badges(command) => command::badges::run(&config, &command),
        Command::Link { email } => command::link::run(&config, &email),
        Command::Export { file, shareable } => command::export::run(&config, &file, shareable),
        Command::Restore { file } => command::restore::run(&config, &file),
        Command::Check { backup: Some(file), .. } => command::restore::tell(&config, &file),
        Command::Check { mail, .. } => check(&config, cli.config.as_deref(), mail).await,
        Command::Demo(_) | Command::Openapi | Command::Rules { .. } | Command::Verify { .. } => Ok(()),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// The variables of the environment. One that is not UTF-8 is somebody else's, unless its name begins as ours do.
///
/// # Errors
/// A sentence that names the variable of ours.
fn environment() -> Result<Vec<(String, String)>, String> {
    let readable = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        match value.into_string() {
            Ok(value) => Some(Ok((name, value))),
            Err(_) if name.starts_with("COMMUNITY_") => Some(Err(format!("The environment variable {name} is not UTF-8."))),
            Err(_) => None,
        }
    });
    readable.collect()
}

async fn serve(config: Config, is_demo: bool) -> Result<(), String> {
    let _log = log::start(&config);
    let stop = stop_signal();
    // The address comes first: when it is taken, no file is made.
    let address = config.listen_address()?;
    let listener = listen::bind(address).map_err(|error| format!("{address} cannot be served: {error}. Set listen to another address or port."))?;
    if is_demo && let Some(note) = demo::ensure(&config.database, Clock::System.now())? {
        say(note);
    }
    let beside = Beside::bind(&config)?;
    let app = App::open(config, Clock::of_program()).await?;
    reindex::run(&app)
        .await
        .map_err(|error| format!("The search cannot be brought up to date: {error}"))?;
    app.db
        .write(|tx| Ok(memo_store::forget_signs(tx)?))
        .await
        .map_err(|error| error.to_string())?;
    say(format!("Serving {} from {}", app.config.site_url(), app.config.database.display()));
    if is_demo {
        print_sign_in_links(&app).await?;
    }
    print_setup_link(&app).await?;
    tokio::spawn(sessions::sweep::run(app.clone()));
    let worker = Worker::start(app.clone());
    let reminders = Reminders::start(app.clone());
    tokio::spawn(finish_promotions(app.clone()));
    tokio::spawn(credentials::worker::run(app.clone()));
    tokio::spawn(analytics_api::run(app.clone()));
    tokio::spawn(backups::keeper::run(app.clone()));
    let limits = Limits::within(listen::raise_descriptors(), app.config.trusted_networks());
    let places = Places::new(limits);
    let certificate = beside.serve(&app, &places);
    let site = http::endpoint(&app, ui::Ui::new(app.clone()));
    listen::serve(listener, certificate, site, places, stop).await;
    drop(reminders);
    worker.stop().await;
    if let Err(error) = analytics_api::write(&app).await {
        tracing::error!(%error, "the last page views could not be written");
    }
    app.db.close()
}

/// Finishes the promotions that a stop interrupted.
async fn finish_promotions(app: Arc<App>) {
    if let Err(error) = promote_left_over(&app, app.clock.now()).await {
        tracing::error!(%error, "members on waiting lists were not promoted to free places");
    }
}

/// Every start creates a new link until the community has an admin. The previous link stops working.
async fn print_setup_link(app: &App) -> Result<(), String> {
    let token = app.db.write(|tx| Ok(setup::store::renew(tx)?)).await.map_err(|error| error.to_string())?;
    if let Some(token) = token {
        let link = setup::rules::link(&app.config.site_url(), &token);
        say(format!(
            "\n──── This community has no admin yet. Whoever opens this link becomes the first ────\n{link}\n────\n"
        ));
    }
    Ok(())
}

fn make_demo(options: &Demo) -> Result<(), String> {
    let started = std::time::Instant::now();
    demo::make(
        &options.database,
        &demo::Options {
            seed: options.seed,
            members: options.members,
            projects: options.projects,
            events: options.events,
            now: Clock::System.now(),
        },
    )?;
    say(format!(
        "Filled {} in {:.1} s.",
        options.database.display(),
        started.elapsed().as_secs_f32()
    ));
    Ok(())
}

/// Each link works once. The next start prints new ones.
async fn print_sign_in_links(app: &App) -> Result<(), String> {
    let (site_url, now) = (app.config.site_url(), app.clock.now());
    let links = app
        .db
        .write(move |tx| demo::sign_in_links(tx, &site_url, now))
        .await
        .map_err(|error| error.to_string())?;
    say("Each of these links signs in once, within a day:");
    for (who, link) in links {
        say(format!("  {who:<13} {link}"));
    }
    Ok(())
}

/// The document does not depend on stored data, so an empty database is enough.
async fn openapi() -> Result<&'static str, String> {
    let folder = std::env::temp_dir().join(format!("community-openapi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("The temporary folder cannot be created: {error}"))?;
    let config = Config {
        database: folder.join("empty.db"),
        ..Config::default()
    };
    let document = App::open(config, Clock::System).await.map(|app| http::document(&app));
    std::fs::remove_dir_all(&folder).map_err(|error| format!("The temporary folder {} cannot be removed: {error}", folder.display()))?;
    document
}

async fn check(config: &Config, file: Option<&Path>, tries_mail: bool) -> Result<(), String> {
    let file = file.unwrap_or(Path::new(DEFAULT_FILE));
    if file.exists() {
        say(format!("The configuration in {} is valid.", file.display()));
    } else {
        say(format!(
            "There is no {}: each setting is from the environment or has its default.",
            file.display()
        ));
    }
    say(zones());
    let shown = config.database.display();
    let state = migrate::check(&config.database)?;
    if state == Some(migrate::version()) {
        say(format!("The database {shown} is valid."));
        command::report::tell_notes(config)?;
        command::report::tell_waiting(config)?;
    } else {
        for note in config.notes() {
            say(note);
        }
        say(match state {
            None => format!("The database {shown} does not exist yet. The command serve creates it."),
            Some(version) => format!(
                "The database {shown} is valid. The command serve upgrades it from version {version} to version {}, after a snapshot.",
                migrate::version()
            ),
        });
    }
    if tries_mail {
        command::report::try_out(config).await?;
    }
    Ok(())
}

/// Returns at SIGTERM, SIGHUP (the terminal was closed) or Ctrl-C. Once it is called, these signals no longer end the
/// program by themselves.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).and_then(|terminate| Ok((terminate, signal(SignalKind::hangup())?)))
    };
    async move {
        #[cfg(unix)]
        match signals {
            Ok((mut terminate, mut hangup)) => {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = hangup.recv() => {}
                    _ = tokio::signal::ctrl_c() => {}
                }
                return;
            }
            Err(error) => tracing::warn!(%error, "only Ctrl-C stops the server"),
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
