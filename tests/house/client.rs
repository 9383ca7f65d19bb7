//! The committed API document and the generated rules of the interface match the program.

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::{http, interface};

#[tokio::test]
async fn the_committed_document_is_current() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        database: folder.path().join("empty.db"),
        ..Config::default()
    };
    let app = App::open(config, Clock::System).await.unwrap();
    let committed = std::fs::read_to_string("ui/src/api/openapi.json").unwrap();
    assert!(
        http::document(&app) == committed,
        "The API document has changed. Update it with: make client"
    );
    let document = http::document(&app);
    let made = [
        ("rules", interface::rules(document)),
        ("forms", interface::forms(document)),
        ("badges", Ok(interface::badges())),
    ];
    for (file, made) in made {
        let committed = std::fs::read_to_string(format!("ui/src/api/{file}.ts")).unwrap();
        assert!(
            made.unwrap() == committed,
            "The rules have changed. Mend what the interface knows of them with: make client"
        );
    }
}
