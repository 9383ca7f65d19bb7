//! Builds the React interface into $OUT_DIR/ui, and copies the contexts of credentials into $OUT_DIR/contexts. The executable
//! embeds both from there. COMMUNITY_SKIP_UI leaves out the interface; the contexts are needed by what signs, so they are always
//! there, and the packages that hold them are installed when they are not.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the interface. A change in any of them causes a rebuild.
const SOURCES: &[&str] = &[
    "ui/src",
    // Its classes decide which styles stand in the HTML.
    "src/shell.rs",
    "ui/public",
    "ui/scripts/contexts.mjs",
    "ui/scripts/lean.ts",
    "ui/index.html",
    "ui/package.json",
    "ui/package-lock.json",
    "ui/vite.config.ts",
    "ui/tsconfig.json",
];
/// The oldest Node.js version that the build tools support.
const NODE: (u32, u32) = (20, 19);

fn main() {
    println!("cargo::rerun-if-env-changed=COMMUNITY_SKIP_UI");
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES.iter().filter(|source| Path::new(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    if let Err(message) = build() {
        println!("cargo::error={}", message.replace('\n', "\ncargo::error="));
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let made = PathBuf::from(std::env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let (out, contexts) = (made.join("ui"), made.join("contexts"));
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|error| format!("{} cannot be emptied: {error}", out.display()))?;
    }
    check_node()?;
    let ui = Path::new("ui");
    if std::env::var("COMMUNITY_SKIP_UI").is_ok_and(|value| !value.is_empty()) {
        if copy_contexts(ui, &contexts).is_err() {
            install(ui, &out)?;
            copy_contexts(ui, &contexts)?;
        }
        std::fs::create_dir_all(&out).map_err(|error| error.to_string())?;
        let page = "<!doctype html><html lang=\"en\"><head><title>Community</title><!--head--></head><body><p>Built without its interface.</p></body></html>";
        return std::fs::write(out.join("index.html"), page).map_err(|error| error.to_string());
    }
    if needs_install(ui) {
        install(ui, &out)?;
    }
    copy_contexts(ui, &contexts)?;
    npm(ui, &["run", "build"], &out)
}

/// Copies the contexts of credentials out of their packages.
fn copy_contexts(ui: &Path, to: &Path) -> Result<(), String> {
    let output = Command::new("node")
        .arg("scripts/contexts.mjs")
        .arg(to)
        .current_dir(ui)
        .output()
        .map_err(|error| format!("node cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "The contexts of credentials cannot be read from ui/node_modules; install them with \"npm ci --include=dev\" in ui:\n{}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

fn install(ui: &Path, out: &Path) -> Result<(), String> {
    npm(ui, &["ci", "--include=dev"], out)?;
    std::fs::copy(ui.join("package-lock.json"), installed(ui)).map_err(|error| error.to_string())?;
    Ok(())
}

/// The lock file of the installed packages, stored next to them.
fn installed(ui: &Path) -> PathBuf {
    ui.join("node_modules/.installed-lock.json")
}

fn needs_install(ui: &Path) -> bool {
    match (std::fs::read(ui.join("package-lock.json")), std::fs::read(installed(ui))) {
        (Ok(wanted), Ok(found)) => wanted != found,
        _ => true,
    }
}

fn check_node() -> Result<(), String> {
    let needed = format!(
        "Node.js {}.{} or newer is needed to build the interface and to install the contexts of credentials",
        NODE.0, NODE.1
    );
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| format!("{needed}, and there is no node on the PATH."))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned();
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        Err(format!("{needed}; this is {version}."))
    } else {
        Ok(())
    }
}

fn npm(ui: &Path, arguments: &[&str], out: &Path) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(arguments)
        .current_dir(ui)
        .env("COMMUNITY_UI_OUT", out)
        .output()
        .map_err(|error| format!("npm cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "npm {} failed:\n{}{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}
