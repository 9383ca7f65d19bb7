//! The folder of the backups: what is in it, whether each one is whole, making one, and clearing out.

use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant as Moment, SystemTime};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rules::{file_name, made_at, marked, staying};
use super::views::{Backup, Verdict};
use crate::config::{Backups, Config};
use crate::db::copy::copy;
use crate::db::duplicate::remove;
use crate::db::migrate;
use crate::db::values::Instant;

/// The end of the name of a backup that is being made.
const UNFINISHED: &str = ".part";

/// The backups of one database.
pub struct Shelf {
    keep: Backups,
    database: PathBuf,
    folder: PathBuf,
    /// With this the names of its backups end: the name of the database's file, and in a folder that was named, which others may
    /// use too, a mark of the site before it.
    ending: String,
    /// One is made at a time.
    turn: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    verdicts: HashMap<String, (Mark, Verdict)>,
    /// Why the last one could not be made.
    problem: Option<String>,
    last: Option<Moment>,
}

/// By this a file is known to be the one that was looked at.
type Mark = (u64, Option<SystemTime>);

impl Shelf {
    /// The backups of the database that is configured, which has this key. Nothing is made or read yet.
    pub fn new(config: &Config, key: &[u8]) -> Shelf {
        let file = config.database.file_name().unwrap_or(config.database.as_os_str()).to_string_lossy();
        let is_shared = !config.backups.folder.as_os_str().is_empty();
        Shelf {
            keep: config.backups.clone(),
            database: config.database.clone(),
            folder: config.backups.folder_of(&config.database),
            ending: if is_shared { marked(key, &file) } else { file.into_owned() },
            turn: Arc::new(Semaphore::new(1)),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder, which is made with the first backup.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a backup with this name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The right to make one.
    pub fn turn(&self) -> Option<OwnedSemaphorePermit> {
        self.turn.clone().try_acquire_owned().ok()
    }

    /// Why the last backup could not be made, if it could not.
    pub fn problem(&self) -> Option<String> {
        self.state().problem.clone()
    }

    /// How long ago this process made the last one, by a clock that does not jump.
    pub fn since_last(&self) -> Option<Duration> {
        self.state().last.map(|last| last.elapsed())
    }

    /// All backups, newest first.
    ///
    /// # Errors
    /// The system's. A folder that is not there yet is empty.
    pub fn list(&self) -> io::Result<Vec<Backup>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Some(at) = made_at(&name, &self.ending) else { continue };
            // One that goes in the meantime is none.
            let Ok(facts) = entry.metadata() else { continue };
            if facts.is_file() {
                found.push(Backup {
                    verdict: self.known(&name, mark(&facts)),
                    name,
                    made_at: at,
                    bytes: facts.len(),
                });
            }
        }
        found.sort_by(|one, other| other.made_at.cmp(&one.made_at).then_with(|| other.name.cmp(&one.name)));
        Ok(found)
    }

    fn known(&self, name: &str, mark: Mark) -> Verdict {
        let state = self.state();
        let known = state.verdicts.get(name).filter(|(of, _)| *of == mark);
        known.map_or(Verdict::Unknown, |(_, verdict)| verdict.clone())
    }

    /// Makes a backup and checks it. Only then it gets its name. It takes as long as reading and writing the database does.
    ///
    /// # Errors
    /// One sentence, which is also remembered until one succeeds.
    pub fn make(&self, community: &str, now: Instant) -> Result<Backup, String> {
        let made = self.try_make(community, now);
        let mut state = self.state();
        state.problem = made.as_ref().err().cloned();
        if made.is_ok() {
            state.last = Some(Moment::now());
        }
        made
    }

    fn try_make(&self, community: &str, now: Instant) -> Result<Backup, String> {
        let name = file_name(community, now, &self.ending);
        let path = self.path(&name);
        let failed = |error: io::Error| format!("The backup {} cannot be made: {error}", path.display());
        make_private(&self.folder).map_err(failed)?;
        if path.try_exists().map_err(failed)? {
            return Err(format!("The backup {} is there already.", path.display()));
        }
        let unfinished = self.path(&format!("{}{UNFINISHED}", self.ending));
        // Left by a machine that stopped while it was made.
        remove(&unfinished);
        copy(&self.database, &unfinished, false)?;
        fs::rename(&unfinished, &path).map_err(failed)?;
        if cfg!(unix) {
            fs::File::open(&self.folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        }
        let facts = fs::metadata(&path).map_err(failed)?;
        let verdict = Verdict::Whole(migrate::version());
        self.state().verdicts.insert(name.clone(), (mark(&facts), verdict.clone()));
        Ok(Backup {
            made_at: made_at(&name, &self.ending).unwrap_or(now),
            name,
            bytes: facts.len(),
            verdict,
        })
    }

    /// Looks at those that nobody has looked at, and deletes those that need not stay. It takes as long as reading them does.
    ///
    /// # Errors
    /// The system's.
    pub fn tidy(&self, now: Instant) -> io::Result<()> {
        for backup in self.list()? {
            if backup.verdict == Verdict::Unknown {
                self.examine(&backup.name)?;
            }
        }
        let all = self.list()?;
        let made: Vec<(Instant, bool)> = all.iter().map(|one| (one.made_at, matches!(one.verdict, Verdict::Whole(_)))).collect();
        let stays = staying(&made, &self.keep, now);
        for (backup, _) in all.iter().zip(stays).filter(|(_, stays)| !stays) {
            fs::remove_file(self.path(&backup.name))?;
            self.state().verdicts.remove(&backup.name);
            tracing::info!(name = backup.name, "a backup has served its time and is deleted");
        }
        Ok(())
    }

    fn examine(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        let facts = fs::metadata(&path)?;
        let verdict = match migrate::check(&path) {
            Ok(Some(version)) => Verdict::Whole(version),
            Ok(None) => Verdict::Faulty("It is empty.".into()),
            Err(fault) => Verdict::Faulty(fault),
        };
        if let Verdict::Faulty(fault) = &verdict {
            tracing::error!(name, fault, "a backup is no good");
        }
        self.state().verdicts.insert(name.to_owned(), (mark(&facts), verdict));
        Ok(())
    }
}

fn mark(facts: &fs::Metadata) -> Mark {
    (facts.len(), facts.modified().ok())
}

/// Makes the folder, for its owner only. One that is there stays as it is.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
