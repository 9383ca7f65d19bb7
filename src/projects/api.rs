//! Public calls about projects.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};

use super::guards::{not_found, shown};
use super::list_store::{self, Filter, Sort};
use super::views::{Comment, Project, ProjectCount, ProjectSummary};
use super::{comment_store, store};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::site::category_rules::find as find_category;
use crate::site::store::find_settings;
use crate::stats::store::find_total;
use crate::text::SEARCH_LENGTH;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct ProjectsApi(pub Arc<App>);

/// Reads the order of a list. Unknown values mean the default order, for compatibility.
fn sort(name: Option<&str>) -> Sort {
    match name {
        Some("popular") => Sort::Popular,
        Some("alphabetical") => Sort::Alphabetical,
        _ => Sort::Recent,
    }
}

#[OpenApi(tag = "Tag::Projects")]
impl ProjectsApi {
    /// List public projects
    ///
    /// A search finds substrings of title, description and tech stack in any script. It counts 1,000
    /// matches: X-Total-Count is 1,001 when there are more. By upvotes or title it looks at the newest 10,000.
    #[oai(path = "/projects", method = "get", operation_id = "list_projects")]
    #[allow(clippy::too_many_arguments)]
    async fn list_projects(
        &self,
        viewer: Viewer,
        /// Words that must all occur.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// The id of a category; `all` or empty for no filter. A project also belongs to every category of a new community
        /// that its tech stack names.
        category: Query<Option<String>>,
        /// The full name of a technology.
        tag: Query<Option<Text<SEARCH_LENGTH>>>,
        /// Whether to return featured projects only.
        featured: Query<Option<bool>>,
        /// `recent` (default), `popular` or `alphabetical`.
        sort: Query<Option<String>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<ProjectSummary>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let category = match category.0.as_deref() {
            None | Some("" | "all") => None,
            Some(name) => {
                let settings = self.0.db.read(find_settings).await?;
                let found = find_category(&settings.categories, name).map(|one| one.id.clone());
                Some(found.ok_or_else(|| ApiError::invalid("category", "Unknown category"))?)
            }
        };
        let filter = Filter {
            search: search.0.unwrap_or_default().0,
            category,
            tag: tag.0.unwrap_or_default().0,
            featured: featured.0.unwrap_or(false),
            sort: self::sort(sort.0.as_deref()),
        };
        let words = filter.search.clone();
        self.0
            .db
            .search(&words, move |conn| list_store::list_projects(conn, &filter, &paging, viewer.eyes()))
            .await
    }

    /// List featured projects
    ///
    /// Newest first.
    #[oai(path = "/projects/featured", method = "get", operation_id = "list_featured_projects")]
    async fn list_featured_projects(
        &self,
        viewer: Viewer,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<ProjectSummary>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        self.0.db.read(move |conn| list_store::list_featured(conn, &paging, viewer.eyes())).await
    }

    /// Count public projects
    #[oai(path = "/projects/count", method = "get", operation_id = "count_projects")]
    async fn count_projects(&self) -> ApiResult<Item<ProjectCount>> {
        let count = self.0.db.read(|conn| Ok(find_total(conn, "projects:all")?)).await?;
        Ok(Item(ProjectCount { count }))
    }

    /// Get a project
    ///
    /// A project that is not approved answers 404 to everybody except its owner, its team and admins.
    #[oai(path = "/projects/:id", method = "get", operation_id = "get_project")]
    async fn get_project(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Item<Project>> {
        let project = self.0.db.read(move |conn| store::find_project(conn, id.0, viewer.eyes())).await?;
        Ok(Item(shown(&self.0, project.ok_or_else(not_found)?)))
    }

    /// List a project's comments
    ///
    /// Oldest first.
    #[oai(path = "/projects/:id/comments", method = "get", operation_id = "list_comments")]
    async fn list_comments(
        &self,
        viewer: Viewer,
        id: Path<Id>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Comment>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        self.0
            .db
            .read(move |conn| {
                if !store::is_visible(conn, id.0, viewer.eyes())? {
                    return Err(not_found());
                }
                comment_store::list_comments(conn, id.0, &paging, viewer.eyes())
            })
            .await
    }

    /// List similar projects
    ///
    /// The projects that share the most technologies, at most 3.
    #[oai(path = "/projects/:id/similar", method = "get", operation_id = "list_similar_projects")]
    async fn list_similar_projects(&self, viewer: Viewer, id: Path<Id>) -> ApiResult<Page<ProjectSummary>> {
        self.0
            .db
            .read(move |conn| {
                if !store::is_visible(conn, id.0, viewer.eyes())? {
                    return Err(not_found());
                }
                let items = list_store::list_similar(conn, id.0, viewer.eyes())?;
                Ok(Page {
                    total: i64::try_from(items.len()).unwrap_or(0),
                    items,
                    next: None,
                })
            })
            .await
    }
}
