//! What a project may be: the draft of a member, checked in the order of its form. Plain values in and out.

use std::fmt;

use crate::db::values::Id;
use crate::site::category_rules::{Category, choose};
use crate::text::{is_web_address, one_line, paragraphs, tags};

/// What a member submits or edits, before the checks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    /// The event's id, or empty.
    pub event: String,
    pub team: Vec<Id>,
}

/// What shows that there is a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// Whether the community asks for the address of a repository. If not, a demo or a picture is enough.
    pub repository_required: bool,
    /// Whether the project has a picture, or its pictures are sent right after it.
    pub has_picture: bool,
}

/// The categories to choose from.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    pub categories: &'a [Category],
    /// The one that the project has, which it may keep when it is no longer offered.
    pub now: Option<&'a str>,
}

/// A valid draft, trimmed and without duplicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    pub title: String,
    pub short_description: String,
    pub description: String,
    pub tech_stack: Vec<String>,
    pub github_link: String,
    pub demo_link: String,
    pub category: String,
    pub event: Option<Id>,
    pub team: Vec<Id>,
}

/// Why a draft is refused; `Display` is the sentence to show at the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftError {
    Title,
    ShortDescription,
    Description,
    Technologies,
    Github,
    GithubAddress,
    Proof,
    DemoAddress,
    Category,
    Event,
}

impl DraftError {
    /// The faulty field.
    pub fn field(self) -> &'static str {
        match self {
            DraftError::Title => "title",
            DraftError::ShortDescription => "shortDescription",
            DraftError::Description => "description",
            DraftError::Technologies => "techStack",
            DraftError::Github | DraftError::GithubAddress | DraftError::Proof => "githubLink",
            DraftError::DemoAddress => "demoLink",
            DraftError::Category => "category",
            DraftError::Event => "eventId",
        }
    }
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftError::Title => f.write_str("Project title is required"),
            DraftError::ShortDescription => f.write_str("Project short description is required"),
            DraftError::Description => f.write_str("Project description is required"),
            DraftError::Technologies => f.write_str("At least one technology must be added"),
            DraftError::Github => f.write_str("GitHub link is required"),
            DraftError::GithubAddress => f.write_str("GitHub link must be a web address that begins with https:// or http://"),
            DraftError::Proof => f.write_str("Add a link to the repository, a link to a demo, or a picture"),
            DraftError::DemoAddress => f.write_str("Demo link must be a web address that begins with https:// or http://"),
            DraftError::Category => f.write_str("Please choose a category"),
            DraftError::Event => f.write_str("Please choose an event that is today or later"),
        }
    }
}

/// Checks a draft in the order of the form: title, description, technologies, GitHub link, then the rest. Returns what
/// to store, or all errors. `submitter` is removed from the team.
///
/// # Errors
/// All broken rules, in that order.
pub fn check(draft: &Draft, submitter: Id, proof: Proof, choice: Choice) -> Result<Submission, Vec<DraftError>> {
    let mut errors = Vec::new();
    let (title, description) = (one_line(&draft.title), paragraphs(&draft.description));
    if title.is_empty() {
        errors.push(DraftError::Title);
    }
    if description.is_empty() {
        errors.push(DraftError::Description);
    }
    let tech_stack = tags(&draft.tech_stack);
    if tech_stack.is_empty() {
        errors.push(DraftError::Technologies);
    }
    let (github_link, demo_link) = (draft.github_link.trim().to_owned(), draft.demo_link.trim().to_owned());
    if github_link.is_empty() {
        if proof.repository_required {
            errors.push(DraftError::Github);
        } else if demo_link.is_empty() && !proof.has_picture {
            errors.push(DraftError::Proof);
        }
    } else if !is_web_address(&github_link) {
        errors.push(DraftError::GithubAddress);
    }
    let short_description = one_line(&draft.short_description);
    if short_description.is_empty() {
        errors.push(DraftError::ShortDescription);
    }
    if !demo_link.is_empty() && !is_web_address(&demo_link) {
        errors.push(DraftError::DemoAddress);
    }
    let category = choose(choice.categories, &draft.category, choice.now);
    if category.is_none() {
        errors.push(DraftError::Category);
    }
    let event = Id::parse(draft.event.trim());
    if event.is_none() && !draft.event.trim().is_empty() {
        errors.push(DraftError::Event);
    }
    let mut team = draft.team.clone();
    team.retain(|member| *member != submitter);
    team.sort_unstable();
    team.dedup();
    match category {
        Some(category) if errors.is_empty() => Ok(Submission {
            title,
            short_description,
            description,
            tech_stack,
            github_link,
            demo_link,
            category: category.to_owned(),
            event,
            team,
        }),
        _ => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::category_rules::first;

    const STRICT: Proof = Proof {
        repository_required: true,
        has_picture: true,
    };

    fn check(draft: &Draft, submitter: Id, proof: Proof) -> Result<Submission, Vec<DraftError>> {
        let categories = &first();
        super::check(draft, submitter, proof, Choice { categories, now: None })
    }

    fn draft() -> Draft {
        Draft {
            title: "  Solar  clock ".into(),
            short_description: "A clock for the roof".into(),
            description: "It shows the sun.".into(),
            tech_stack: vec![" Rust ".into(), "rust".into(), String::new(), "WASM".into()],
            github_link: "https://github.com/example/solar".into(),
            ..Draft::default()
        }
    }

    #[test]
    fn a_draft_is_trimmed_and_deduplicated() {
        let submission = check(
            &Draft {
                team: vec![Id(5), Id(1), Id(5)],
                ..draft()
            },
            Id(1),
            STRICT,
        )
        .unwrap();
        assert_eq!((submission.title.as_str(), submission.category.as_str()), ("Solar clock", "web"));
        assert_eq!(submission.tech_stack, ["Rust", "WASM"]);
        assert_eq!(submission.team, [Id(5)]);
    }

    #[test]
    fn what_is_missing_is_told_in_the_order_of_the_form() {
        let sentences: Vec<String> = check(&Draft::default(), Id(1), STRICT)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            sentences,
            [
                "Project title is required",
                "Project description is required",
                "At least one technology must be added",
                "GitHub link is required",
                "Project short description is required"
            ]
        );
    }

    #[test]
    fn links_are_web_addresses() {
        for link in ["javascript:alert(1)", "github.com/x"] {
            assert_eq!(
                check(
                    &Draft {
                        github_link: link.into(),
                        ..draft()
                    },
                    Id(1),
                    STRICT
                ),
                Err(vec![DraftError::GithubAddress]),
                "{link}"
            );
            assert_eq!(
                check(
                    &Draft {
                        demo_link: link.into(),
                        ..draft()
                    },
                    Id(1),
                    STRICT
                ),
                Err(vec![DraftError::DemoAddress]),
                "{link}"
            );
        }
    }

    #[test]
    fn where_no_repository_is_asked_for_something_else_shows_the_project() {
        let bare = Draft {
            github_link: String::new(),
            ..draft()
        };
        let told = |draft: &Draft, has_picture| {
            let proof = Proof {
                repository_required: false,
                has_picture,
            };
            check(draft, Id(1), proof).map(|_| ())
        };
        assert_eq!(told(&bare, false), Err(vec![DraftError::Proof]));
        assert_eq!(told(&bare, true), Ok(()));
        assert_eq!(told(&draft(), false), Ok(()));
        let shown = Draft {
            demo_link: "https://solar.example.org".into(),
            ..bare.clone()
        };
        assert_eq!(told(&shown, false), Ok(()));
        assert_eq!(check(&shown, Id(1), STRICT), Err(vec![DraftError::Github]));
    }
}
