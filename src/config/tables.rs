//! The sources of the configuration as tables: the defaults, a file, the environment; what is unknown is refused.

use ipnet::IpNet;
use toml::{Table, Value};

/// The prefix of all environment variables of the program.
const PREFIX: &str = "COMMUNITY_";
/// Variables with that prefix that are for building and testing only.
const NOT_SETTINGS: &[&str] = &["COMMUNITY_SKIP_UI", "COMMUNITY_UI_OUT", "COMMUNITY_BIN", "COMMUNITY_API"];

/// Reads a file.
///
/// # Errors
/// A sentence that names the line.
pub fn parse(text: &str) -> Result<Table, String> {
    // toml's own message quotes the line, which may hold a password: only the place is told.
    text.parse::<Table>().map_err(|error| {
        let line = error
            .span()
            .map_or(1, |span| text.get(..span.start).unwrap_or("").matches('\n').count() + 1);
        format!("line {line} is not valid TOML.")
    })
}

/// Applies `COMMUNITY_SECTION__KEY=value` to the table. An empty value counts as unset.
pub fn overlay(table: &mut Table, known: &Table, environment: impl Iterator<Item = (String, String)>) -> Result<(), String> {
    for (name, value) in environment {
        let Some(rest) = name.strip_prefix(PREFIX) else { continue };
        if value.is_empty() || NOT_SETTINGS.contains(&name.as_str()) {
            continue;
        }
        let path = rest.to_lowercase().replace("__", ".");
        let (section, key) = path.split_once('.').map_or((None, path.as_str()), |(section, key)| (Some(section), key));
        let model = match section {
            Some(section) => known.get(section).and_then(|inner| inner.get(key)),
            None => known.get(key).filter(|value| !value.is_table()),
        };
        let Some(model) = model else {
            return Err(format!("{name}: {}", unknown(&path, known)));
        };
        let value = match model {
            Value::Integer(_) => Value::Integer(value.trim().parse().map_err(|_| format!("{name} must be a whole number."))?),
            Value::Array(_) => Value::Array(value.split(',').map(|part| Value::String(part.trim().to_owned())).collect()),
            _ => Value::String(value),
        };
        match section {
            None => {
                table.insert(key.to_owned(), value);
            }
            Some(section) => match table.entry(section).or_insert_with(|| Value::Table(Table::new())) {
                Value::Table(inner) => {
                    inner.insert(key.to_owned(), value);
                }
                _ => return Err(format!("{section} must be a section of the configuration.")),
            },
        }
    }
    Ok(())
}

/// Refuses what is not among all known settings.
///
/// # Errors
/// A sentence about the first unknown one.
pub fn refuse_unknown(table: &Table, all: &Table) -> Result<(), String> {
    refuse_in("", table, all, all)
}

fn refuse_in(section: &str, table: &Table, known: &Table, all: &Table) -> Result<(), String> {
    for (key, value) in table {
        let path = if section.is_empty() { key.clone() } else { format!("{section}.{key}") };
        match (known.get(key), value) {
            (None, _) => return Err(unknown(&path, all)),
            (Some(Value::Table(inner_known)), Value::Table(inner)) => refuse_in(&path, inner, inner_known, all)?,
            _ => {}
        }
    }
    Ok(())
}

/// "Unknown setting", with the most similar known setting.
fn unknown(path: &str, known: &Table) -> String {
    let names = known.iter().flat_map(|(name, value)| match value {
        Value::Table(inner) => inner.keys().map(|key| format!("{name}.{key}")).collect::<Vec<_>>(),
        _ => vec![name.clone()],
    });
    let nearest = names.min_by_key(|name| strsim::damerau_levenshtein(name, path)).unwrap_or_default();
    format!("Unknown setting {path}; did you mean {nearest}?")
}

/// A network, or a single address as one.
pub fn parse_network(text: &str) -> Option<IpNet> {
    text.parse::<IpNet>()
        .ok()
        .or_else(|| text.parse::<std::net::IpAddr>().ok().map(IpNet::from))
}

/// Whether a web address consists of scheme, host and port only.
pub fn is_origin(text: &str) -> bool {
    let rest = text.split_once("://").map_or("", |(_, rest)| rest);
    !rest.is_empty() && rest.parse::<poem::http::uri::Authority>().is_ok() && !rest.contains('@')
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    #[test]
    fn a_fault_names_the_setting_and_where_it_stands() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("site.toml");
        let load = |text: &str, environment: &[(&str, &str)]| {
            std::fs::write(&file, text).unwrap();
            let pairs = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            Config::load(Some(&file), pairs).unwrap_err()
        };
        let in_file = load("listen = 'here'", &[]);
        assert!(in_file.contains("site.toml: listen: \"here\" is not an address"), "{in_file}");
        let unknown = load("listn = 'x'", &[]);
        assert!(unknown.ends_with("site.toml: Unknown setting listn; did you mean listen?"), "{unknown}");
        let wrong_kind = load("[mail]\nport = 'x'", &[]);
        assert!(wrong_kind.contains("site.toml: mail.port is invalid"), "{wrong_kind}");
        let outside = load("listen = '127.0.0.1:1'", &[("COMMUNITY_LISTEN", "there")]);
        assert!(outside.starts_with("The environment (COMMUNITY_…): listen: \"there\""), "{outside}");
        let variable = load("", &[("COMMUNITY_MAIL__HOTS", "x")]);
        assert_eq!(variable, "COMMUNITY_MAIL__HOTS: Unknown setting mail.hots; did you mean mail.host?");
    }

    #[test]
    fn an_unknown_setting_names_its_neighbour() {
        assert_eq!(
            Config::from_text("listn = 'x'").unwrap_err(),
            "Unknown setting listn; did you mean listen?"
        );
        assert_eq!(
            Config::from_text("[mail]\npasword = 'hunter2'").unwrap_err(),
            "Unknown setting mail.pasword; did you mean mail.password?"
        );
    }
}
