//! What an admin may set: checks of changed settings, and which settings a change concerns. No IO here.

use serde_json::{Map, Value};

use super::category_rules::{fault, merged};
use super::rules::{
    COMMENTS_PER_MINUTE, INVITATIONS_PER_DAY, MAX_PREFIX, MIN_PREFIX, PICTURES_PER_HOUR, Rate, SUBMISSIONS_PER_HOUR, Settings, SocialLink, is_colour,
    is_time_zone, script_sources,
};
use crate::clock;
use crate::input::grouped;
use crate::text::{is_email, is_web_address, one_line, paragraphs};

/// Settings that follow from others, or that no admin types: the audit log does not list them.
const MADE: [&str; 5] = ["termsHtml", "privacyHtml", "termsChanged", "privacyChanged", "logoIsSquare"];

/// The settings with the given fields replaced, by the names that they have in JSON. Given categories change those that there
/// are, and add to them.
///
/// # Errors
/// When a field has another type than the setting.
pub fn with(before: &Settings, given: Map<String, Value>) -> serde_json::Result<Settings> {
    let mut values = fields(before)?;
    values.extend(given);
    let wanted: Settings = serde_json::from_value(Value::Object(values))?;
    Ok(Settings {
        categories: merged(&before.categories, &wanted.categories),
        ..wanted
    })
}

/// The settings as they are stored: tidied and checked. Only what is wrong with `given` fields is told, because an older
/// program may have stored the rest.
///
/// # Errors
/// A sentence for each faulty field.
pub fn check(wanted: &Settings, given: &[&str]) -> Result<Settings, Vec<(String, String)>> {
    let tidy = tidied(wanted);
    let prefix = &tidy.certificate_prefix;
    let is_prefix = (MIN_PREFIX..=MAX_PREFIX).contains(&prefix.len()) && prefix.bytes().all(|letter| letter.is_ascii_uppercase());
    let script = &tidy.analytics_script;
    let wrong = |is_wrong: bool, sentence: &str| is_wrong.then(|| sentence.to_owned());
    let bounded = |number: u32, Rate { least, most, .. }: Rate| {
        (!(least..=most).contains(&number)).then(|| format!("A whole number from {} to {}", grouped(least), grouped(most)))
    };
    let checks = [
        ("name", wrong(tidy.name.is_empty(), "Community name is required")),
        (
            "contactEmail",
            wrong(
                !tidy.contact_email.is_empty() && !is_email(&tidy.contact_email),
                "A valid e-mail address is required",
            ),
        ),
        (
            "accentColour",
            wrong(!is_colour(&tidy.accent_colour), "The accent colour must look like #c2410c"),
        ),
        ("timeZone", wrong(!is_time_zone(&tidy.time_zone), "Unknown time zone")),
        (
            "certificatePrefix",
            (!prefix.is_empty() && !is_prefix).then(|| format!("The prefix has {MIN_PREFIX} to {MAX_PREFIX} capital letters, A to Z")),
        ),
        (
            "analyticsScript",
            wrong(
                !script.is_empty() && script_sources(script).is_none(),
                "The script needs an address that begins with https://",
            ),
        ),
        (
            "analyticsSiteId",
            wrong(
                script.is_empty() && !tidy.analytics_site_id.is_empty(),
                "Without a script, nothing reads this id",
            ),
        ),
        ("categories", fault(&tidy.categories)),
        ("commentsPerMinute", bounded(tidy.comments_per_minute, COMMENTS_PER_MINUTE)),
        ("submissionsPerHour", bounded(tidy.submissions_per_hour, SUBMISSIONS_PER_HOUR)),
        ("picturesPerHour", bounded(tidy.pictures_per_hour, PICTURES_PER_HOUR)),
        ("invitationsPerDay", bounded(tidy.invitations_per_day, INVITATIONS_PER_DAY)),
    ];
    let links = given.contains(&"socialLinks").then(|| link_faults(&wanted.social_links));
    let faults: Vec<(String, String)> = checks
        .into_iter()
        .filter(|(field, _)| given.contains(field))
        .filter_map(|(field, fault)| fault.map(|sentence| (field.to_owned(), sentence)))
        .chain(links.into_iter().flatten())
        .collect();
    if faults.is_empty() { Ok(tidy) } else { Err(faults) }
}

/// What is wrong with the links, at the field of each. Their places are those of the list as it was typed, with its empty rows.
fn link_faults(links: &[SocialLink]) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    for (at, link) in links.iter().enumerate() {
        let (name, url) = (one_line(&link.name), link.url.trim());
        if name.is_empty() && url.is_empty() {
            continue;
        }
        if name.is_empty() {
            faults.push((format!("socialLinks.{at}.name"), "This link needs a name".to_owned()));
        }
        if !is_web_address(url) {
            let sentence = "The address must begin with https:// or http://";
            faults.push((format!("socialLinks.{at}.url"), sentence.to_owned()));
        }
    }
    faults
}

fn tidied(wanted: &Settings) -> Settings {
    let mut tidy = wanted.clone();
    for line in [
        &mut tidy.name,
        &mut tidy.tagline,
        &mut tidy.contact_email,
        &mut tidy.accent_colour,
        &mut tidy.time_zone,
        &mut tidy.certificate_prefix,
        &mut tidy.certificate_signatory,
        &mut tidy.certificate_signatory_title,
        &mut tidy.analytics_script,
        &mut tidy.analytics_site_id,
    ] {
        *line = one_line(line);
    }
    for text in [&mut tidy.about, &mut tidy.terms, &mut tidy.privacy] {
        *text = paragraphs(text);
    }
    for link in &mut tidy.social_links {
        (link.name, link.url) = (one_line(&link.name), link.url.trim().to_owned());
    }
    tidy.social_links.retain(|link| !link.name.is_empty() || !link.url.is_empty());
    tidy.accent_colour.make_ascii_lowercase();
    // Zones are found in any case, but have one name.
    if let Some(name) = clock::zone(&tidy.time_zone).and_then(|zone| zone.iana_name().map(str::to_owned)) {
        tidy.time_zone = name;
    }
    tidy
}

/// What changed, before and after, by the names of the settings.
///
/// # Errors
/// When the settings cannot be written as JSON.
pub fn changes(before: &Settings, after: &Settings) -> serde_json::Result<(Map<String, Value>, Map<String, Value>)> {
    let (mut was, mut is) = (fields(before)?, fields(after)?);
    let same: Vec<String> = was
        .iter()
        .filter(|(name, value)| MADE.contains(&name.as_str()) || is.get(name.as_str()) == Some(value))
        .map(|(name, _)| name.clone())
        .collect();
    for name in same {
        was.remove(&name);
        is.remove(&name);
    }
    Ok((was, is))
}

fn fields(settings: &Settings) -> serde_json::Result<Map<String, Value>> {
    match serde_json::to_value(settings)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn given(fields: &Value) -> Result<Settings, Vec<(String, String)>> {
        let fields = fields.as_object().unwrap().clone();
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        check(&with(&Settings::default(), fields.clone()).unwrap(), &names)
    }

    #[test]
    fn what_is_given_is_tidied_and_the_rest_stays() {
        let set = given(&json!({
            "name": "  Makers\nof   Ghent ", "accentColour": "#0F766E", "timeZone": "europe/brussels", "certificatePrefix": "MOG",
            "socialLinks": [{ "name": " Chat ", "url": " https://chat.example.org " }, { "name": "", "url": " " }],
            "analyticsScript": "https://count.example.org/a.js", "analyticsSiteId": "7",
        }))
        .unwrap();
        assert_eq!((set.name.as_str(), set.accent_colour.as_str()), ("Makers of Ghent", "#0f766e"));
        assert_eq!((set.time_zone.as_str(), set.certificate_prefix.as_str()), ("Europe/Brussels", "MOG"));
        assert_eq!(set.social_links.len(), 1);
        assert_eq!(set.social_links[0].url, "https://chat.example.org");
        assert_eq!(set.tagline, Settings::default().tagline);
    }

    #[test]
    fn each_field_at_fault_has_its_sentence() {
        for (field, value) in [
            ("name", json!(" ")),
            ("contactEmail", json!("nobody")),
            ("accentColour", json!("red")),
            ("timeZone", json!("Mars/Olympus")),
            ("certificatePrefix", json!("A")),
            ("certificatePrefix", json!("ABCDEFG")),
            ("certificatePrefix", json!("ab")),
            ("certificatePrefix", json!("A1")),
            ("analyticsScript", json!("http://count.example.org/a.js")),
            ("analyticsSiteId", json!("7")),
            ("categories", json!([{ "id": "web", "label": " " }])),
            ("categories", json!([{ "label": "blockchain" }])),
            ("commentsPerMinute", json!(0)),
            ("submissionsPerHour", json!(101)),
            ("picturesPerHour", json!(9)),
            ("invitationsPerDay", json!(5001)),
        ] {
            let faults = given(&json!({ field: value })).unwrap_err();
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert_eq!(faults[0].0, field);
        }
        assert!(given(&json!({ "certificatePrefix": "", "contactEmail": "", "analyticsScript": "" })).is_ok());
    }

    #[test]
    fn each_link_at_fault_has_its_sentence_where_it_was_typed() {
        let links = json!([
            { "name": "", "url": " " },
            { "name": "Chat", "url": "javascript:alert(1)" },
            { "name": "Forum", "url": "https://forum.example.org" },
            { "name": " ", "url": "https://chat.example.org" },
            { "name": "Code", "url": "" },
        ]);
        let faults = given(&json!({ "socialLinks": links })).unwrap_err();
        let fields: Vec<&str> = faults.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["socialLinks.1.url", "socialLinks.3.name", "socialLinks.4.url"]);
        let older = with(&Settings::default(), json!({ "socialLinks": links }).as_object().unwrap().clone()).unwrap();
        assert!(check(&older, &["name"]).is_ok(), "what was not given is not told");
    }

    #[test]
    fn an_older_fault_elsewhere_does_not_stand_in_the_way() {
        let before = Settings {
            time_zone: "Mars/Olympus".into(),
            ..Settings::default()
        };
        assert!(check(&before, &["name"]).is_ok());
        assert!(check(&before, &["timeZone"]).is_err());
    }

    #[test]
    fn a_change_is_what_differs() {
        let before = Settings::default();
        let after = Settings {
            name: "Makers".into(),
            terms: "# Ours".into(),
            terms_html: "<h2>Ours</h2>".into(),
            ..Settings::default()
        };
        let (was, is) = changes(&before, &after).unwrap();
        assert_eq!(Value::Object(was), json!({ "name": "Community", "terms": "" }));
        assert_eq!(Value::Object(is), json!({ "name": "Makers", "terms": "# Ours" }));
        assert!(changes(&before, &before).unwrap().0.is_empty());
    }
}
