//! Prints certificates on a thread of its own, one at a time, and keeps what was printed last.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Sender, unbounded};
use tokio::sync::oneshot;

use super::print::fonts::Fonts;
use super::print::scene::{Format, Order};
use super::print::{designs, output};
use crate::credentials::files;
use crate::error::{ApiError, ApiResult};

/// Bytes of files that are kept.
const KEPT: usize = 16 * 1024 * 1024;

type File = Arc<Vec<u8>>;
type Job = Box<dyn FnOnce() + Send>;

/// Prints certificates.
pub struct Printer {
    fonts: Arc<Fonts>,
    /// The thread that draws. A picture at scale 4 takes 57 MB meanwhile; a thread that draws now and then keeps such memory
    /// for its next one, so there is only one.
    jobs: Sender<Job>,
    kept: Arc<Mutex<Kept>>,
}

impl Printer {
    /// With our fonts, those in `folder` (empty: none), and those of the system.
    ///
    /// # Errors
    /// One sentence, when there is no thread.
    pub fn new(folder: &Path) -> Result<Printer, String> {
        let (jobs, waiting) = unbounded::<Job>();
        std::thread::Builder::new()
            .name("printer".into())
            .spawn(move || {
                for job in waiting {
                    // Whoever waits for it gets an error, and the next one is drawn. The panic is logged where it happens.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            })
            .map_err(|error| format!("No thread that prints certificates: {error}"))?;
        Ok(Printer {
            fonts: Arc::new(Fonts::new(folder)),
            jobs,
            kept: Arc::default(),
        })
    }

    /// The file; from those that are kept when it was printed lately.
    ///
    /// # Errors
    /// 500 when it cannot be drawn.
    pub async fn print(&self, order: Order, format: Format) -> ApiResult<File> {
        let key = order.key(format);
        if let Some(file) = find(&self.kept, key) {
            return Ok(file);
        }
        let (fonts, kept) = (self.fonts.clone(), self.kept.clone());
        let (answer, printed) = oneshot::channel();
        let job = move || {
            if answer.is_closed() {
                return;
            }
            // An earlier request may have printed the same.
            let file = find(&kept, key).map_or_else(
                || {
                    let drawn = draw(&fonts, &order, format).map(Arc::new);
                    if let Ok(file) = &drawn {
                        kept.lock().unwrap_or_else(PoisonError::into_inner).push(key, file.clone());
                    }
                    drawn
                },
                Ok,
            );
            let _ = answer.send(file);
        };
        self.jobs.send(Box::new(job)).map_err(|_| ApiError::failed())?;
        printed.await.map_err(|_| ApiError::failed())?.map_err(ApiError::internal)
    }

    /// For each name, its characters that no font has: they would be missing in print.
    ///
    /// # Errors
    /// 500 when looking fails.
    pub async fn missing(&self, names: Vec<String>) -> ApiResult<Vec<Vec<String>>> {
        let fonts = self.fonts.clone();
        let looked = tokio::task::spawn_blocking(move || names.iter().map(|name| fonts.missing(name)).collect());
        looked.await.map_err(|_| ApiError::failed())
    }
}

fn find(kept: &Mutex<Kept>, key: u64) -> Option<File> {
    kept.lock().unwrap_or_else(PoisonError::into_inner).find(key)
}

fn draw(fonts: &Fonts, order: &Order, format: Format) -> Result<Vec<u8>, output::Failed> {
    let scene = designs::draw(fonts, order.design, &order.content);
    let title = order.title();
    let credential = order.credential.as_deref();
    let failed = |why: String| output::Failed(why);
    match format {
        Format::Pdf => output::pdf(&scene, &title, &order.content.community, &order.content.verify_url, credential),
        Format::Svg => {
            let drawing = output::svg(&scene, &title);
            let baked = credential.map(|credential| files::bake_svg(&drawing, credential)).transpose();
            Ok(baked.map_err(failed)?.unwrap_or(drawing).into_bytes())
        }
        Format::Png(scale) => {
            let picture = output::png(&output::svg(&scene, &title), f32::from(scale))?;
            let baked = credential.map(|credential| files::bake_png(&picture, credential)).transpose();
            Ok(baked.map_err(failed)?.unwrap_or(picture))
        }
    }
}

/// The files that were printed last, newest at the end.
#[derive(Default)]
struct Kept {
    files: VecDeque<(u64, File)>,
    bytes: usize,
}

impl Kept {
    fn find(&mut self, key: u64) -> Option<File> {
        let place = self.files.iter().position(|(known, _)| *known == key)?;
        let (key, file) = self.files.remove(place)?;
        self.files.push_back((key, file.clone()));
        Some(file)
    }

    fn push(&mut self, key: u64, file: File) {
        self.bytes += file.len();
        self.files.push_back((key, file));
        while self.bytes > KEPT
            && let Some((_, oldest)) = self.files.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_files_give_way() {
        let mut kept = Kept::default();
        for key in 0..5 {
            kept.push(key, Arc::new(vec![0; KEPT / 4]));
        }
        assert!(kept.find(0).is_none() && kept.find(1).is_some());
        // 1 was used since, so 2 is the oldest now.
        kept.push(9, Arc::new(vec![0; KEPT / 4]));
        assert!(kept.find(2).is_none() && kept.find(1).is_some());
        assert_eq!(kept.bytes, KEPT);
    }
}
