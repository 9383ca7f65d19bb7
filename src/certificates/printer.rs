//! Prints certificates on a thread of its own, one at a time, and keeps what was printed last.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::print::fonts::Fonts;
use super::print::scene::{Format, Order};
use super::print::{designs, output};
use crate::error::{ApiError, ApiResult};

/// Bytes of files that are kept.
const KEPT: usize = 16 * 1024 * 1024;

type File = Arc<Vec<u8>>;

/// Prints certificates.
pub struct Printer {
    fonts: Arc<Fonts>,
    /// A picture at scale 4 takes 57 MB while it is drawn.
    places: Arc<Semaphore>,
    kept: Arc<Mutex<Kept>>,
}

impl Printer {
    /// With our fonts, those in `folder` (empty: none), and those of the system.
    pub fn new(folder: &Path) -> Printer {
        Printer {
            fonts: Arc::new(Fonts::new(folder)),
            places: Arc::new(Semaphore::new(1)),
            kept: Arc::default(),
        }
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
        let place = self.places.clone().acquire_owned().await.map_err(ApiError::internal)?;
        // An earlier request may have printed the same.
        if let Some(file) = find(&self.kept, key) {
            return Ok(file);
        }
        let (fonts, kept) = (self.fonts.clone(), self.kept.clone());
        let printed = tokio::task::spawn_blocking(move || {
            let printed = draw(&fonts, &order, format).map(Arc::new);
            if let Ok(file) = &printed {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(key, file.clone());
            }
            drop(place);
            printed
        });
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
    match format {
        Format::Pdf => output::pdf(&scene, &title, &order.content.community, &order.content.verify_url),
        Format::Svg => Ok(output::svg(&scene, &title).into_bytes()),
        Format::Png(scale) => output::png(&output::svg(&scene, &title), f32::from(scale)),
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
