//! Backups on the shell, and files that the executable may only read.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::executable::Site;

#[test]
#[cfg(unix)]
fn a_database_that_may_only_be_read_is_named_as_such_and_stays_as_it_is() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("community.db");
    let site = Site::start(folder.path(), Stdio::null(), Stdio::null());
    assert!(site.stop());
    // Nothing is read-only for root, who becomes somebody else for this. The build may be where only root comes.
    let nobody = 65_534;
    let open_to_all = tempfile::Builder::new()
        .permissions(std::fs::Permissions::from_mode(0o755))
        .tempdir()
        .unwrap();
    let program = open_to_all.path().join("community");
    std::fs::copy(env!("CARGO_BIN_EXE_community"), &program).unwrap();
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names
    };
    let chowned = |path: &std::path::Path| chown(path, Some(nobody), Some(nobody)).is_ok();
    let is_root = names().iter().all(|name| chowned(name)) && chowned(folder.path());
    let serve = || {
        let mut command = Command::new(&program);
        command.arg("serve").current_dir(folder.path()).env("COMMUNITY_LISTEN", "127.0.0.1:0");
        if is_root {
            command.uid(nobody).gid(nobody);
        }
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let set = |what: &std::path::Path, mode| std::fs::set_permissions(what, std::fs::Permissions::from_mode(mode)).unwrap();
    let before = (std::fs::read(&path).unwrap(), names());
    set(&path, 0o400);
    let said = serve();
    assert!(said.contains("community.db is read-only: let this program write to it"), "{said}");
    set(&path, 0o600);
    set(folder.path(), 0o500);
    let said = serve();
    assert!(said.contains("The folder of the database") && said.contains("is read-only"), "{said}");
    set(folder.path(), 0o700);
    assert_eq!((std::fs::read(&path).unwrap(), names()), before);
}

#[test]
fn a_backup_is_looked_at_and_restored_on_the_shell_and_a_kill_leaves_one_of_the_two() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), Stdio::null(), Stdio::null());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_community"));
        command
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let said = |process: Child| {
        let output = process.wait_with_output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (String::from_utf8(text).unwrap(), output.status.success())
    };
    assert!(said(run(&["export", "backup.db"])).1);
    let (refused, is_well) = said(run(&["restore", "backup.db"]));
    assert!(
        !is_well && refused.contains("is served already") && refused.contains("stop that one first"),
        "{refused}"
    );
    assert!(site.stop());
    assert!(said(run(&["admin", "grant", "ada@example.org"])).1);
    let (told, is_well) = said(run(&["check", "--backup", "backup.db"]));
    assert!(
        is_well && told.contains("is a whole database of Community") && told.contains("accounts: 0"),
        "{told}"
    );
    assert!(told.contains("replace community.db and keep the former file beside it"), "{told}");
    let (told, is_well) = said(run(&["check", "--backup", "missing.db"]));
    assert!(!is_well && told.contains("There is no file missing.db."), "{told}");

    // Ada is in the former file alone, so the list of admins tells which of the two is there.
    let admins = || said(run(&["admin", "list"]));
    for millis in [2, 5, 10, 20, 40, 80, 160] {
        let mut restore = run(&["restore", "backup.db"]);
        std::thread::sleep(Duration::from_millis(millis));
        let _ = restore.kill();
        let _ = restore.wait();
        let (list, is_well) = admins();
        assert!(
            is_well && (list.contains("ada@example.org") || list == "There is no admin.\n"),
            "{millis}: {list}"
        );
    }
    let (done, is_well) = said(run(&["restore", "backup.db"]));
    assert!(
        is_well && done.contains("community.db is restored from backup.db.") && done.contains(".before-restore-"),
        "{done}"
    );
    assert_eq!(admins().0, "There is no admin.\n");
    let kept = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let kept: Vec<_> = kept.filter(|path| path.to_string_lossy().contains("before-restore")).collect();
    let has_ada = |path: &std::path::PathBuf| std::fs::read(path).unwrap().windows(15).any(|part| part == b"ada@example.org");
    assert!(kept.iter().any(has_ada), "the former file is kept");
    assert!(said(run(&["check", "--backup", kept[0].to_str().unwrap()])).1);
}
