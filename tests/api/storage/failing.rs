//! SQLite's way to the disk with errors at places that the test chooses, for files whose name holds "failing".

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, Ordering};
use std::sync::{Mutex, Once};

use rusqlite::ffi;

/// The point at which the error occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    Nowhere = 0,
    /// As a transaction takes the right to write.
    Begin = 1,
    /// As the log is written: by a commit, or by a job with more pages than the cache takes.
    Log = 2,
    /// As it makes the log last.
    Sync = 3,
    /// As a page is read.
    Read = 4,
}

static POINT: AtomicI32 = AtomicI32::new(0);
static CODE: AtomicI32 = AtomicI32::new(0);
static LEFT: AtomicU32 = AtomicU32::new(0);
/// Whoever chooses a point is alone in the process.
pub static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
static VFS: AtomicPtr<ffi::sqlite3_vfs> = AtomicPtr::new(std::ptr::null_mut());
static METHODS: AtomicPtr<ffi::sqlite3_io_methods> = AtomicPtr::new(std::ptr::null_mut());
static SYNCED: AtomicU32 = AtomicU32::new(0);
static LOGS: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Makes every later operation at this point fail with this code.
pub fn at(point: Point, code: c_int) {
    times(u32::MAX, point, code);
}

/// Makes the next so many operations at this point fail with this code.
pub fn times(count: u32, point: Point, code: c_int) {
    CODE.store(code, Ordering::SeqCst);
    LEFT.store(count, Ordering::SeqCst);
    POINT.store(point as i32, Ordering::SeqCst);
}

/// Stands between SQLite and the system for all files that are opened later.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the structures are copies of SQLite's own, live as long as the process, and keep all but a few functions.
        unsafe {
            let original = ffi::sqlite3_vfs_find(std::ptr::null());
            VFS.store(original, Ordering::SeqCst);
            let mut copy = Box::new(*original);
            copy.zName = c"failing".as_ptr();
            copy.pNext = std::ptr::null_mut();
            copy.xOpen = Some(open);
            assert_eq!(ffi::sqlite3_vfs_register(Box::leak(copy), 1), ffi::SQLITE_OK);
        }
    });
}

/// How often a log was made to last (fsync).
pub fn synced() -> u32 {
    SYNCED.load(Ordering::SeqCst)
}

fn fails(point: Point) -> Option<c_int> {
    let is_there = POINT.load(Ordering::SeqCst) == point as i32;
    let takes_one = |left: u32| left.checked_sub(1);
    (is_there && LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, takes_one).is_ok()).then(|| CODE.load(Ordering::SeqCst))
}

unsafe extern "C" fn open(_: *mut ffi::sqlite3_vfs, name: *const c_char, file: *mut ffi::sqlite3_file, flags: c_int, out: *mut c_int) -> c_int {
    // SAFETY: SQLite's own function gets what SQLite gave.
    unsafe {
        let original = VFS.load(Ordering::SeqCst);
        let code = (*original).xOpen.unwrap()(original, name, file, flags, out);
        if code != ffi::SQLITE_OK || name.is_null() || !CStr::from_ptr(name).to_string_lossy().contains("failing") {
            return code;
        }
        if flags & ffi::SQLITE_OPEN_WAL != 0 {
            LOGS.lock().unwrap().push(file as usize);
        }
        let methods = (*file).pMethods.cast_mut();
        METHODS.store(methods, Ordering::SeqCst);
        let mut copy = Box::new(*methods);
        copy.xRead = Some(read);
        copy.xWrite = Some(write);
        copy.xSync = Some(sync);
        copy.xShmLock = Some(lock);
        (*file).pMethods = Box::leak(copy);
        code
    }
}

fn is_log(file: *mut ffi::sqlite3_file) -> bool {
    LOGS.lock().unwrap().contains(&(file as usize))
}

unsafe extern "C" fn read(file: *mut ffi::sqlite3_file, bytes: *mut c_void, count: c_int, offset: ffi::sqlite3_int64) -> c_int {
    match fails(Point::Read) {
        Some(code) => code,
        // SAFETY: as above.
        None => unsafe { (*METHODS.load(Ordering::SeqCst)).xRead.unwrap()(file, bytes, count, offset) },
    }
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, bytes: *const c_void, count: c_int, offset: ffi::sqlite3_int64) -> c_int {
    match is_log(file).then(|| fails(Point::Log)).flatten() {
        Some(code) => code,
        // SAFETY: as above.
        None => unsafe { (*METHODS.load(Ordering::SeqCst)).xWrite.unwrap()(file, bytes, count, offset) },
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    if is_log(file) {
        SYNCED.fetch_add(1, Ordering::SeqCst);
    }
    match is_log(file).then(|| fails(Point::Sync)).flatten() {
        Some(code) => code,
        // SAFETY: as above.
        None => unsafe { (*METHODS.load(Ordering::SeqCst)).xSync.unwrap()(file, flags) },
    }
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, offset: c_int, count: c_int, flags: c_int) -> c_int {
    let writes = offset == 0 && flags & ffi::SQLITE_SHM_LOCK != 0 && flags & ffi::SQLITE_SHM_EXCLUSIVE != 0;
    match writes.then(|| fails(Point::Begin)).flatten() {
        Some(code) => code,
        // SAFETY: as above.
        None => unsafe { (*METHODS.load(Ordering::SeqCst)).xShmLock.unwrap()(file, offset, count, flags) },
    }
}
