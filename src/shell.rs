//! The first picture of a page: the community's mark and name, and the first lines where they are known without asking. It stands in
//! the HTML, so that it is there before any script; the interface draws the same in its place. Its classes are those of
//! ui/src/shell/Header.tsx, ui/src/kit/Page.tsx, ui/src/home/Hero.tsx, ui/src/projects/ProjectBanner.tsx,
//! ui/src/events/EventPage.tsx and ui/src/certificates/CertificatePage.tsx; ui/src/styles/first.css has the styles of all that stand here.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use unicode_segmentation::UnicodeSegmentation;

use crate::pages::Page;
use crate::projects::views::Picture;
use crate::site::rules::Settings;
use crate::site::views::picture_url;

/// The column of a page.
const COLUMN: &str = "mx-auto w-full px-(--gutter) max-w-page";

/// The first lines of pages that always begin in the same way; tests/house/pages.rs finds them in the interface.
pub const FIRST_LINES: [(&str, &str, &str); 2] = [
    (
        "/projects",
        "Innovation Showcase",
        "What people here have made, from first prototypes to daily tools.",
    ),
    (
        "/events",
        "Exciting Events",
        "Workshops, hackathons and evenings among people who make things.",
    ),
];

/// With what the page of one thing begins.
#[derive(Debug, Default)]
pub enum First {
    /// Nothing that is known.
    #[default]
    Unknown,
    Project {
        title: String,
        lead: String,
        /// Its first picture.
        picture: Option<Picture>,
    },
    Event {
        title: String,
    },
    Certificate {
        title: String,
        /// The address of what is drawn of it, if everybody may see that.
        drawing: Option<String>,
    },
}

/// The picture of a page. Nothing in it can be used, so screen readers are not told of it.
pub fn shell(page: Option<&Page>, first: &First, settings: &Settings) -> String {
    let first = match (first, page.map_or("", |page| page.address)) {
        (First::Project { title, lead, picture }, _) => project(title, lead, picture.as_ref()),
        (First::Event { title }, _) => event(title),
        (First::Certificate { title, drawing }, _) => certificate(title, drawing.as_deref()),
        (First::Unknown, "/") => hero(settings),
        (First::Unknown, address) => FIRST_LINES
            .iter()
            .find(|(listed, ..)| *listed == address)
            .map_or_else(String::new, |(_, title, lead)| lines(title, lead)),
    };
    let mark = picture_url(settings.logo).map_or_else(
        || {
            format!(
                "<span class=\"outlined grid size-8 shrink-0 place-items-center rounded-md bg-accent font-display text-small font-bold text-accent-on\">{}</span>",
                escape(&monogram(&settings.name))
            )
        },
        |logo| {
            let logo = escape(&logo);
            format!("<img src=\"{logo}\" alt=\"\" width=\"32\" height=\"32\" class=\"size-8 shrink-0 rounded-sm object-contain\">")
        },
    );
    let name = escape(&settings.name);
    format!(
        "<div aria-hidden=\"true\" class=\"flex min-h-dvh flex-col\">\
         <div class=\"fixed inset-x-0 top-0 z-40 border-b border-transparent\"><div class=\"{COLUMN} flex h-(--header) items-center gap-4\">\
         <div class=\"flex min-h-11 min-w-0 items-center gap-2.5\">{mark}<bdi class=\"truncate font-display text-h4 font-bold tracking-tight\">{name}</bdi></div>\
         </div></div><div class=\"min-h-dvh flex-1 pt-(--header)\">{first}</div></div>"
    )
}

/// As in Hero.tsx, with room for the wall. A member's home begins with something else.
fn hero(settings: &Settings) -> String {
    let tagline = if settings.tagline.is_empty() {
        &settings.name
    } else {
        &settings.tagline
    };
    let long = tagline.encode_utf16().count() > 36 || tagline.split_whitespace().any(|word| word.encode_utf16().count() > 10);
    let size = if long { " lg:text-[calc(var(--text-hero)*0.78)]" } else { "" };
    let about = if settings.about.is_empty() {
        String::new()
    } else {
        format!(
            "<p class=\"mt-6 max-w-120 text-lead text-soft\"><bdi>{}</bdi></p>",
            escape(&settings.about)
        )
    };
    let tagline = escape(tagline);
    format!(
        "<div class=\"for-guests\"><div class=\"{COLUMN} grid items-center gap-x-14 gap-y-12 pt-10 pb-12 lg:grid-cols-[1.08fr_1fr] lg:pt-14 lg:pb-16\">\
         <div class=\"min-w-0\"><h1 class=\"text-hero leading-none tracking-[-0.03em] hyphens-auto{size}\"><bdi>{tagline}</bdi></h1>{about}\
         <div class=\"mt-8 min-h-13\"></div></div><div class=\"lg:min-h-124\"></div></div></div>"
    )
}

/// As `PageHead` in Page.tsx.
fn lines(title: &str, lead: &str) -> String {
    format!(
        "<div class=\"{COLUMN}\"><div class=\"flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-10 pb-8 md:pt-14\">\
         <div class=\"min-w-0 flex-1 basis-80\"><h1>{title}</h1><p class=\"mt-3 max-w-measure text-lead text-soft\">{lead}</p></div></div></div>"
    )
}

/// As in ProjectBanner.tsx and Gallery.tsx, with room for what is drawn of a project without pictures.
fn project(title: &str, lead: &str, picture: Option<&Picture>) -> String {
    let picture = picture.map_or_else(
        || "<div class=\"aspect-[16/7] rounded-lg bg-quiet lg:aspect-[16/10]\"></div>".to_owned(),
        |picture| {
            format!(
                "<div class=\"overflow-hidden rounded-lg border border-line bg-sunken\"><img src=\"{full}\" srcset=\"{card} {card_width}w, {full} {width}w\" \
                 sizes=\"(min-width: 64rem) 44rem, calc(100vw - 2rem)\" alt=\"\" fetchpriority=\"high\" width=\"{width}\" height=\"{height}\" class=\"aspect-[16/10] w-full object-contain\"></div>",
                full = escape(&picture.full_url),
                card = escape(&picture.card_url),
                card_width = picture.card_width(),
                width = picture.width,
                height = picture.height,
            )
        },
    );
    let lead = if lead.is_empty() {
        String::new()
    } else {
        format!("<p dir=\"auto\" class=\"mt-3 text-lead text-soft\">{}</p>", escape(lead))
    };
    format!(
        "<div class=\"{COLUMN} pt-4\"><div class=\"min-h-11\"></div><div class=\"grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]\">\
         <div class=\"min-w-0\">{picture}</div><div class=\"min-w-0\"><div class=\"min-h-6\"></div>\
         <h1 dir=\"auto\" class=\"mt-3 lg:text-h2\">{}</h1>{lead}</div></div></div>",
        escape(title)
    )
}

/// As in EventPage.tsx, with room for the banner.
fn event(title: &str) -> String {
    format!(
        "<div class=\"{COLUMN}\"><div class=\"mt-4 min-h-11\"></div><div class=\"mt-1 grid gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]\"><div class=\"min-w-0\">\
         <div class=\"aspect-[16/5] w-full rounded-lg bg-quiet print:max-h-24\"></div>\
         <div class=\"pt-6\"><div class=\"min-h-6\"></div><h1 dir=\"auto\" class=\"mt-4 max-w-200 text-h1\">{}</h1></div></div></div></div>",
        escape(title)
    )
}

/// As in CertificatePage.tsx and CertificateSheet.tsx.
fn certificate(title: &str, drawing: Option<&str>) -> String {
    let drawing = drawing.map_or_else(String::new, |drawing| {
        format!(
            "<img src=\"{}\" alt=\"\" fetchpriority=\"high\" width=\"1123\" height=\"794\" class=\"block size-full\">",
            escape(drawing)
        )
    });
    format!(
        "<div class=\"{COLUMN}\"><div class=\"-mb-6 pt-4\"><div class=\"min-h-11\"></div></div><div class=\"pt-10 pb-8 md:pt-14\"><h1>\
         <span class=\"flex flex-wrap items-center gap-x-4 gap-y-3\"><bdi class=\"min-w-0 wrap-anywhere text-h2\">{}</bdi><span class=\"h-5.75 w-24\"></span></span></h1></div>\
         <div class=\"grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(17rem,1fr)]\"><div class=\"min-w-0\">\
         <div class=\"relative aspect-[1.414/1] w-full overflow-hidden rounded-sm border border-line bg-surface shadow-float\">{drawing}</div></div></div></div>",
        escape(title)
    )
}

/// The first letters of the first and the last word of a name; a single letter in scripts with joined or square letters.
/// The same as in ui/src/lib/monogram.ts.
fn monogram(name: &str) -> String {
    let (categories, scripts) = (CodePointMapData::<GeneralCategory>::new(), CodePointMapData::<Script>::new());
    let is_in = |character: char, group: GeneralCategoryGroup| group.contains(categories.get(character));
    let begins = |character: char| is_in(character, GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Number));
    let mut words = name
        .split(|character| !begins(character) && !is_in(character, GeneralCategoryGroup::Mark))
        .map(|word| word.trim_start_matches(|character| !begins(character)))
        .filter(|word| !word.is_empty());
    let first = |word: &str| word.graphemes(true).next().unwrap_or_default().to_uppercase();
    let Some(word) = words.next() else { return "?".into() };
    let single = [Script::Arabic, Script::Han, Script::Hangul, Script::Hiragana, Script::Katakana];
    let is_single = word.chars().next().is_some_and(|letter| single.contains(&scripts.get(letter)));
    let last = words.next_back().filter(|_| !is_single);
    first(word) + &last.map(first).unwrap_or_default()
}

/// A text as it stands in HTML, in attributes too.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initials_are_those_of_the_interface() {
        for (name, expected) in [
            ("Ada Lovelace", "AL"),
            ("ada", "A"),
            ("Jean-Luc de la Tour", "JT"),
            ("王小明", "王"),
            ("محمد علي", "م"),
            ("नीलम शर्मा", "नीश"),
            ("Ольга Иванова", "ОИ"),
            ("“Quoted” Name", "QN"),
            ("🦊", "?"),
            ("", "?"),
        ] {
            assert_eq!(monogram(name), expected, "{name}");
        }
    }
}
