//! A limit and a choice stand in one place: the rules of the server. The interface reads them from ui/src/api/rules.ts,
//! forms.ts and badges.ts.

use std::path::{Path, PathBuf};

/// Source files below a folder, without tests, what is generated, and the gallery of components.
fn sources(folder: &str, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    collect(Path::new(folder), endings, &mut found);
    assert!(found.len() > 50, "{folder}: {} files", found.len());
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let shown = path.to_string_lossy().into_owned();
        if ["ui/src/api", "ui/src/kit/gallery", "src/demo"].contains(&shown.as_str()) || shown.contains(".test.") {
            continue;
        }
        if path.is_dir() {
            collect(&path, endings, found);
        } else if endings.iter().any(|ending| shown.ends_with(ending)) {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text.split("\n#[cfg(test)]").next().unwrap().to_owned()));
        }
    }
}

fn lines<'a>(files: &'a [(PathBuf, String)], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let wrong = |(path, text): &'a (PathBuf, String)| -> Vec<String> {
        text.lines()
            .filter(|line| is_wrong(line))
            .map(|line| format!("{}: {}", path.display(), line.trim()))
            .collect()
    };
    files.iter().flat_map(wrong).collect()
}

/// Whether what follows `name` in a line is a number.
fn is_number_after(line: &str, name: &str) -> bool {
    line.split(name)
        .skip(1)
        .any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// The generated rules.
fn generated() -> String {
    ["rules", "forms", "badges"]
        .map(|file| std::fs::read_to_string(format!("ui/src/api/{file}.ts")).unwrap())
        .concat()
}

/// The strings that stand behind `name: '` in the generated rules.
fn words(name: &str) -> Vec<String> {
    let rules = generated();
    let words: Vec<String> = rules
        .split(&format!("{name}: '"))
        .skip(1)
        .filter_map(|rest| rest.split('\'').next())
        .map(str::to_owned)
        .collect();
    assert!(words.len() >= 5, "{name}: {words:?}");
    words
}

#[test]
fn the_interface_writes_no_limit() {
    let files = sources("ui/src", &[".ts", ".tsx"]);
    let props = ["maxLength={", "limit={", "maxTags={", "maxLength: ", "maxTags: "];
    let names = ["MAX", "MOST", "LIMIT", "LARGEST", "FARTHEST"];
    let wrong = lines(&files, |line| {
        let is_constant = line.contains("const ")
            && names.iter().any(|name| {
                line.split(" = ")
                    .next()
                    .is_some_and(|before| before.split([' ', '_']).any(|part| part == *name))
            })
            && is_number_after(line, " = ");
        let is_cut = is_number_after(line, ".slice(0, ") && line.contains("search");
        is_constant || is_cut || props.iter().any(|prop| is_number_after(line, prop)) || is_number_after(line, "t most ")
    });
    assert!(wrong.is_empty(), "take these from ui/src/api/rules.ts or forms.ts:\n{}", wrong.join("\n"));
}

#[test]
fn the_interface_writes_no_choice() {
    let files = sources("ui/src", &[".ts", ".tsx"]);
    // What is a word of one list only; "Online" and "Default" are words of the language too.
    let labels = words("label");
    let particular: Vec<&String> = labels.iter().filter(|label| label.contains(' ') || label.contains('-')).collect();
    let levels = words("level");
    let wrong = lines(&files, |line| {
        particular.iter().any(|label| line.contains(&format!("label: '{label}'")))
            || levels.iter().any(|level| line.contains(&format!("'{level}'")))
            || (line.contains("value: '") && words_of_choice(line).is_some_and(|(value, label)| is_choice(&value, &label)))
    });
    assert!(wrong.is_empty(), "take these from ui/src/api/rules.ts or forms.ts:\n{}", wrong.join("\n"));
}

/// The value and label of a written choice.
fn words_of_choice(line: &str) -> Option<(String, String)> {
    let word = |name: &str| Some(line.split(&format!("{name}: '")).nth(1)?.split('\'').next()?.to_owned());
    Some((word("value")?, word("label")?))
}

/// Whether the server has that very choice.
fn is_choice(value: &str, label: &str) -> bool {
    generated().contains(&format!("label: '{label}', value: '{value}' }}"))
}

#[test]
fn only_the_console_prints() {
    let mut files = sources("src", &[".rs"]);
    files.retain(|(path, _)| !path.ends_with("console.rs"));
    let wrong = lines(&files, |line| ["print!(", "println!("].iter().any(|print| line.contains(print)));
    assert!(wrong.is_empty(), "these panic when nobody reads; use console::say:\n{}", wrong.join("\n"));
}

#[test]
fn an_input_takes_its_limit_from_the_rules() {
    let files = sources("src", &[".rs"]);
    let wrong = lines(&files, |line| {
        let limits = [
            "max_length = ",
            "min_length = ",
            "max_items = ",
            "min_items = ",
            "maximum(value = ",
            "minimum(value = ",
            "Text<",
        ];
        let is_list = line.contains("List<") && is_number_after(line, ", ");
        is_list
            || limits
                .iter()
                .any(|limit| is_number_after(line, limit) || is_number_after(line, &format!("{limit}\"")))
    });
    assert!(wrong.is_empty(), "name these limits, and take them from there:\n{}", wrong.join("\n"));
}

#[test]
fn a_sentence_takes_its_limit_from_the_rules() {
    let mut files = sources("src", &[".rs"]);
    // It stands below the file with the numbers; the sentences are compared with them in tests/api/projects/mod.rs.
    files.retain(|(path, _)| !path.ends_with("media/file.rs"));
    let wrong = lines(&files, |line| {
        let code = line.split("//").next().unwrap_or_default();
        code.contains('"') && (is_number_after(code, "t most ") || is_number_after(code, "from 1 to "))
    });
    assert!(wrong.is_empty(), "format these with the constant:\n{}", wrong.join("\n"));
    let document = std::fs::read_to_string("ui/src/api/openapi.json").unwrap();
    let unfilled: Vec<&str> = document
        .lines()
        .filter(|line| line.contains("\"description\": \"") && line.contains("{MAX"))
        .collect();
    assert!(unfilled.is_empty(), "numbers that src/interface.rs does not know: {unfilled:?}");
}
