//! The committed API document is what the program serves.

use community::app::App;
use community::clock::Clock;
use community::config::Config;
use community::http;

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
        "The API document has changed. Mend it with: make client"
    );
}
