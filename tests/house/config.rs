//! config.example.toml is complete and contains the defaults.

use community::exports::config::Config;

const EXAMPLE: &str = include_str!("../../config.example.toml");

#[test]
fn the_example_equals_the_defaults() {
    assert_eq!(Config::from_text(EXAMPLE).unwrap(), Config::default());
}

#[test]
fn every_setting_is_in_the_example_under_a_comment() {
    let known = toml::Table::try_from(Config::default()).unwrap();
    let example: toml::Table = EXAMPLE.parse().unwrap();
    assert_eq!(known, example);
    let mut before = "";
    for line in EXAMPLE.lines().filter(|line| !line.is_empty()) {
        assert!(line.starts_with(['#', '[']) || before.starts_with('#'), "no comment above: {line}");
        before = line;
    }
}
