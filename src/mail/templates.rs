//! The letters about accounts and projects, one short function each. How they look is frame.rs's.

pub use super::frame::Look;
use super::frame::{Draft, Part, button, letter, paragraph};
use super::views::Letter;
use crate::text::one_line;

/// A letter before its small print.
pub fn draft(subject: String, preheader: String, name: &str, parts: Vec<Part>) -> Draft<'_> {
    Draft {
        subject,
        preheader,
        name,
        greets: true,
        parts,
        fine_print: Vec::new(),
        unsubscribe_url: None,
    }
}

/// The link that signs its reader in, and the code for where it cannot be opened.
pub fn sign_in_link(look: &Look, link: &str, code: &str) -> Letter {
    let mut draft = draft(
        format!("Your sign-in link for {}", look.name),
        "It works once, within the next 15 minutes.".into(),
        "",
        vec![
            paragraph(format!(
                "With this link you sign in to {}. It works once, within the next 15 minutes.",
                look.name
            )),
            button("Sign in", link),
            paragraph(format!(
                "On another device, or when the button does nothing? Type this code where you asked for the link: {code}"
            )),
        ],
    );
    draft.fine_print =
        vec!["If you did not ask for this mail, ignore it. Nobody can sign in without the link or the code, so give them to nobody.".into()];
    letter(look, &draft)
}

/// The link with which a new address is confirmed.
pub fn address_asked(look: &Look, link: &str) -> Letter {
    let mut draft = draft(
        format!("Confirm your new address at {}", look.name),
        "The link works for a day.".into(),
        "",
        vec![
            paragraph(format!(
                "You want to use this address for your account at {}. Please confirm that it is yours.",
                look.name
            )),
            button("Confirm this address", link),
            paragraph("Your present address has to confirm the change as well: it got a mail, too."),
        ],
    );
    draft.fine_print = vec!["If you did not ask for this mail, ignore it. Nothing changes without the link.".into()];
    letter(look, &draft)
}

/// To the address that an account is about to leave.
pub fn address_to_leave(look: &Look, name: &str, email: &str, link: &str) -> Letter {
    letter(
        look,
        &draft(
            format!("Your address at {} is about to change", look.name),
            "Confirm it, or refuse it if it was not you.".into(),
            name,
            vec![
                paragraph(format!(
                    "Somebody who is signed in to your account at {} wants to change its address to {email}.",
                    look.name
                )),
                paragraph("Was it you? Then confirm the change here, and by the link in the mail to the new address."),
                button("Confirm or refuse", link),
                paragraph("Was it not you? Then refuse it there: your address stays, and all devices are signed out of your account."),
            ],
        ),
    )
}

/// To an address that somebody with another account wants to use.
pub fn address_taken(look: &Look) -> Letter {
    letter(
        look,
        &draft(
            format!("Your address at {}", look.name),
            "Nothing has changed.".into(),
            "",
            vec![
                paragraph(format!(
                    "Somebody wants to use this address for another account at {}. It has an account already, so nothing changes.",
                    look.name
                )),
                paragraph("Was it you? Then sign in with this address to use its account, or delete that account first."),
                button("Sign in", &format!("{}/login", look.url)),
            ],
        ),
    )
}

/// Somebody is invited to become a member. `never` is the link for those who want no invitation again.
pub fn invitation(look: &Look, name: &str, inviter: &str, link: &str, never: &str) -> Letter {
    let inviter = one_line(inviter);
    let who = if inviter.is_empty() { "An admin" } else { &inviter };
    letter(
        look,
        &Draft {
            fine_print: vec![
                format!(
                    "{who} entered your address at {}. It is deleted after 30 days unless you join.",
                    look.name
                ),
                "Unsubscribe, and you will never get another invitation from us: we then keep only a hash of your address.".into(),
            ],
            unsubscribe_url: Some(never),
            ..draft(
                format!("{who} invites you to {}", look.name),
                "Join with your first sign-in.".into(),
                name,
                vec![
                    paragraph(format!(
                        "{who} invites you to join {}, where makers show what they build and meet at events.",
                        look.name
                    )),
                    paragraph("You become a member with your first sign-in. Until then you have no account, and nothing else happens."),
                    button(&format!("Join {}", look.name), link),
                ],
            )
        },
    )
}

/// A message from the admins to members, in their own HTML. Where it obeys a choice of its readers, it says how to
/// unsubscribe.
pub fn mailing(look: &Look, subject: &str, html: String, text: String, unsubscribe_url: Option<&str>) -> Letter {
    let preheader: String = text.split_whitespace().take(16).collect::<Vec<_>>().join(" ");
    letter(
        look,
        &Draft {
            greets: false,
            fine_print: vec![format!("You get this mail because you are a member of {}.", look.name)],
            unsubscribe_url,
            ..draft(subject.to_owned(), preheader, "", vec![Part::Html { html, text }])
        },
    )
}

/// The first mail to a new member.
pub fn welcome(look: &Look, name: &str) -> Letter {
    let page = |path: &str| format!("{}{path}", look.url);
    letter(
        look,
        &draft(
            format!("Welcome to {}", look.name),
            "Your account is ready.".into(),
            name,
            vec![
                paragraph(format!("Welcome to {}! Your account is ready.", look.name)),
                paragraph("Tell the others who you are, show what you build, and find your next event:"),
                Part::Facts(vec![
                    ("Submit a project".into(), page("/submit-project")),
                    ("Find an event".into(), page("/events")),
                ]),
                button("Complete your profile", &page("/profile")),
            ],
        ),
    )
}

/// A mail that an admin sends to themselves, to see whether it arrives.
pub fn test(look: &Look, name: &str) -> Letter {
    letter(
        look,
        &draft(
            format!("Test mail from {}", look.name),
            "Mail from your site arrives.".into(),
            name,
            vec![
                paragraph("This is the test mail that you asked for in the settings. Mail from your site arrives, and this is how it looks."),
                paragraph(
                    "Look at where it landed. If it is among the spam, the records SPF, DKIM and DMARC of the sender's domain are the first place to look.",
                ),
                button("Back to the settings", &format!("{}/admin/settings?section=machine", look.url)),
            ],
        ),
    )
}

/// The member's account is suspended, and why.
pub fn suspended(look: &Look, name: &str, reason: &str, contact: &str) -> Letter {
    let mut parts = vec![
        paragraph(format!(
            "An administrator of {} has suspended your account. You are signed out, your profile is hidden, and your places at coming events have been given to others. What you have made stays.",
            look.name
        )),
        paragraph("This is the reason:"),
        Part::Quote(reason.to_owned()),
    ];
    if !contact.is_empty() {
        parts.push(paragraph(format!("If you think that this is a mistake, write to {contact}.")));
    }
    letter(
        look,
        &draft(
            format!("Your account at {} is suspended", look.name),
            "An administrator has suspended it.".into(),
            name,
            parts,
        ),
    )
}

/// A certificate was issued, and is attached. `head` is the log's at that time: its size and its root. Whoever keeps the mail can
/// tell later whether the log was bent.
pub fn certificate_issued(look: &Look, name: &str, achievement: &str, certificate_id: &str, link: &str, head: Option<(i64, &str)>) -> Letter {
    let achievement = one_line(achievement);
    let mut facts = vec![("Certificate ID".into(), certificate_id.to_owned())];
    if let Some((size, root)) = head {
        facts.push(("Head of the log".into(), format!("{size} {root}")));
    }
    letter(
        look,
        &draft(
            format!("Your certificate for {achievement}"),
            "It is attached, and everybody can verify it.".into(),
            name,
            vec![
                paragraph(format!("Congratulations! Here is your certificate for {achievement}.")),
                paragraph("It is attached as a PDF. Print it, frame it, or show others its page, where they can see that it is genuine."),
                Part::Facts(facts),
                button("View your certificate", link),
            ],
        ),
    )
}

/// A badge in a letter: its name, what it was given for, the address of its page.
pub struct EarnedBadge<'a> {
    pub name: &'a str,
    pub why: String,
    pub link: &'a str,
}

/// A member has new badges.
pub fn badges_earned(look: &Look, name: &str, badges: &[EarnedBadge]) -> Letter {
    let names: Vec<String> = badges.iter().map(|badge| one_line(badge.name)).collect();
    let (subject, first) = match names.as_slice() {
        [only] => (
            format!("You have earned a badge: {only}"),
            format!("Congratulations! You have earned the badge {only} at {}.", look.name),
        ),
        many => (
            format!("You have earned {} badges", many.len()),
            format!("Congratulations! You have earned {} badges at {}.", many.len(), look.name),
        ),
    };
    let mut parts = vec![paragraph(first)];
    for (badge, name) in badges.iter().zip(&names) {
        if badges.len() > 1 {
            parts.push(Part::Facts(vec![(name.clone(), badge.link.to_owned())]));
        }
        parts.push(paragraph(badge.why.clone()));
    }
    parts.push(paragraph("Each badge has a page of its own, which you can show to others."));
    parts.push(match badges {
        [only] => button("See your badge", only.link),
        _ => button("See your badges", &format!("{}/profile?tab=badges", look.url)),
    });
    letter(
        look,
        &Draft {
            fine_print: vec![format!("You choose whether you get such mails: {}/account", look.url)],
            ..draft(subject, names.join(", "), name, parts)
        },
    )
}

/// A project was approved.
pub fn project_approved(look: &Look, name: &str, title: &str, link: &str) -> Letter {
    let title = one_line(title);
    letter(
        look,
        &draft(
            format!("Your project is live: {title}"),
            format!("Everybody can see {title} now."),
            name,
            vec![
                paragraph(format!("Good news: your project \"{title}\" was approved. Everybody can see it now.")),
                paragraph("Share it with the people who should know about it."),
                button("See your project", link),
            ],
        ),
    )
}

/// A project was rejected, and why.
pub fn project_rejected(look: &Look, name: &str, title: &str, reason: &str, link: &str) -> Letter {
    let title = one_line(title);
    letter(
        look,
        &draft(
            format!("Your project needs changes: {title}"),
            "What the reviewer says, and how to submit it again.".into(),
            name,
            vec![
                paragraph(format!("Your project \"{title}\" was not approved. This is what the reviewer says:")),
                Part::Quote(reason.trim().to_owned()),
                paragraph("You can change your project and submit it again."),
                button("Edit your project", link),
            ],
        ),
    )
}

/// So many projects wait for review; the first of them by name.
pub fn review_waits(look: &Look, name: &str, count: i64, titles: &[&str]) -> Letter {
    let waits = if count == 1 {
        "A project waits".to_owned()
    } else {
        format!("{count} projects wait")
    };
    let mut list: Vec<String> = titles.iter().map(|title| one_line(title)).collect();
    if count > i64::try_from(list.len()).unwrap_or(i64::MAX) {
        list.push("and more".into());
    }
    let parts = vec![
        paragraph(format!("{waits} for review at {}:", look.name)),
        Part::Quote(list.join("\n")),
        button("Review projects", &format!("{}/admin/projects", look.url)),
    ];
    letter(
        look,
        &Draft {
            fine_print: by_choice(look),
            ..draft(format!("{waits} for review"), list.join(", "), name, parts)
        },
    )
}

/// Others commented on a project; the last of them with their words.
pub fn commented(look: &Look, name: &str, title: &str, count: i64, author: &str, text: &str, link: &str) -> Letter {
    let (title, author) = (one_line(title), one_line(author));
    let what = if count == 1 {
        format!("{author} commented on your project \"{title}\":")
    } else {
        format!("There are {count} new comments on your project \"{title}\". The last is by {author}:")
    };
    let parts = vec![paragraph(what), Part::Quote(text.trim().to_owned()), button("See the comments", link)];
    letter(
        look,
        &Draft {
            fine_print: by_choice(look),
            ..draft(format!("New comments: {title}"), format!("{author} and what they say."), name, parts)
        },
    )
}

/// Under letters that their readers can do without.
fn by_choice(look: &Look) -> Vec<String> {
    vec![format!(
        "At most one such mail an hour. You choose whether you get them: {}/account",
        look.url
    )]
}
