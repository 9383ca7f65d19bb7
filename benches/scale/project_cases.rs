//! Cases about projects and members.

use community::exports::db::values::Id;
use community::exports::members::rules::{Eyes, Role};
use community::exports::projects::list_store::Filter;
use community::exports::projects::rules::ProjectStatus;
use community::exports::projects::{self, review_store};
use community::exports::web::paging::Paging;
use community::exports::{members, stats};
use rusqlite::Connection;

use crate::{Call, Case};

/// The calls of visitors, members and admins about projects and members, with the data of this database.
pub fn cases(conn: &Connection) -> Vec<Case> {
    let first = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, Id>(0)).unwrap();
    let project = first("SELECT project_id FROM showcase WHERE facet = 'all' ORDER BY upvote_count DESC LIMIT 1");
    let member = first("SELECT submitted_by FROM projects ORDER BY id DESC LIMIT 1");
    let eyes = Eyes {
        caller: Some(member),
        role: Role::User,
    };
    let page = |offset| Paging::at(24, offset);
    let filter = || Filter {
        search: String::new(),
        category: None,
        tag: String::new(),
        featured: false,
        sort: projects::list_store::Sort::Recent,
    };
    let list = move |filter: Filter, offset: u32| -> Call {
        Box::new(move |conn| Ok(projects::list_store::list_projects(conn, &filter, &page(offset), eyes)?.items.len()))
    };
    let search = move |words: &str, sort| {
        list(
            Filter {
                search: words.into(),
                sort,
                ..filter()
            },
            0,
        )
    };
    use projects::list_store::Sort;
    let cases: Vec<(&str, Call)> = vec![
        ("projects, recent", list(filter(), 0)),
        ("projects, recent, page at 10,000", list(filter(), 10_000)),
        (
            "projects, popular",
            list(
                Filter {
                    sort: Sort::Popular,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "projects, alphabetical",
            list(
                Filter {
                    sort: Sort::Alphabetical,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "projects, category, popular",
            list(
                Filter {
                    category: Some("web".into()),
                    sort: Sort::Popular,
                    ..filter()
                },
                0,
            ),
        ),
        ("projects, featured", list(Filter { featured: true, ..filter() }, 0)),
        (
            "projects, tag",
            list(
                Filter {
                    tag: "rust".into(),
                    ..filter()
                },
                0,
            ),
        ),
        ("projects, search: a frequent word", search("rust", Sort::Recent)),
        ("projects, search: a frequent word, popular", search("rust", Sort::Popular)),
        ("projects, search: two letters", search("te", Sort::Recent)),
        ("projects, search: one letter", search("e", Sort::Recent)),
        ("projects, search: nothing", search("zzqxj", Sort::Recent)),
        (
            "projects, search: with category and featured",
            list(
                Filter {
                    search: "rust".into(),
                    category: Some("web".into()),
                    featured: true,
                    ..filter()
                },
                0,
            ),
        ),
        (
            "project",
            Box::new(move |conn| Ok(usize::from(projects::store::find_project(conn, project, eyes)?.is_some()))),
        ),
        (
            "project, comments",
            Box::new(move |conn| Ok(projects::comment_store::list_comments(conn, project, &page(0), eyes)?.items.len())),
        ),
        (
            "project, similar",
            Box::new(move |conn| Ok(projects::list_store::list_similar(conn, project, eyes)?.len())),
        ),
        (
            "own projects",
            Box::new(move |conn| Ok(projects::list_store::list_own_projects(conn, eyes, &page(0))?.items.len())),
        ),
        (
            "admin, review queue",
            Box::new(move |conn| {
                Ok(
                    review_store::list_admin_projects(conn, Some(ProjectStatus::InReview), "", None, &page(0))?
                        .items
                        .len(),
                )
            }),
        ),
        (
            "admin, all projects",
            Box::new(move |conn| Ok(review_store::list_admin_projects(conn, None, "", None, &page(0))?.items.len())),
        ),
        (
            "admin, search by title",
            Box::new(move |conn| Ok(review_store::list_admin_projects(conn, None, "the", None, &page(0))?.items.len())),
        ),
        (
            "profile",
            Box::new(move |conn| Ok(usize::from(members::store::find_profile(conn, member, false)?.is_some()))),
        ),
        (
            "members, search by name",
            Box::new(move |conn| Ok(members::store::search_members(conn, "an", eyes, 10)?.len())),
        ),
        (
            "counts",
            Box::new(|conn| Ok(usize::try_from(stats::store::find_total(conn, "projects:all")?).unwrap_or(0))),
        ),
    ];
    cases.into_iter().map(|(name, call)| (name.to_owned(), call)).collect()
}
