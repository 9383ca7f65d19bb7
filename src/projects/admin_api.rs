//! The review of projects by admins.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::json;

use super::earlier_rules::new_pictures;
use super::earlier_store;
use super::earlier_views::{EarlierReview, FieldChange, ReviewHistory};
use super::edit_store;
use super::guards::not_found;
use super::inputs::{FeatureInput, StatusInput};
use super::review_store::{self, Reviewed};
use super::rules::{ProjectStatus, UNDO_SECONDS};
use super::undo_store;
use super::views::{AdminProject, Decided, Neighbours, ProjectCounts, ReviewSort};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::badges::guards::{award_for_projects, hold_news};
use crate::badges::store::list_approved_of;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::mail::occasion::Occasion;
use crate::mail::store::queue_at;
use crate::mail::views::NewMail;
use crate::text::{SEARCH_LENGTH, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};
use crate::work::aside;

pub struct ProjectsAdminApi(pub Arc<App>);

/// `review`, `approved`, `rejected`, or all.
fn status(name: Option<&str>) -> ApiResult<Option<ProjectStatus>> {
    match name {
        None | Some("" | "all") => Ok(None),
        Some(name) => {
            let known = match name.to_ascii_lowercase().as_str() {
                "in review" | "review" | "pending" => Some(ProjectStatus::InReview),
                "approved" => Some(ProjectStatus::Approved),
                "rejected" => Some(ProjectStatus::Rejected),
                _ => None,
            };
            known.map(Some).ok_or_else(|| ApiError::invalid("status", "Unknown status"))
        }
    }
}

/// The error for the second of two admins; it tells what the first one decided.
fn refuse_if_decided(found: &Reviewed, wanted: ProjectStatus, expected: Option<ProjectStatus>) -> ApiResult<()> {
    let is_stale = expected.is_some_and(|expected| expected != found.status);
    if !is_stale && found.status != wanted {
        return Ok(());
    }
    let state = match found.status {
        ProjectStatus::InReview => "is back in review".to_owned(),
        ProjectStatus::Approved => "has already been approved".to_owned(),
        ProjectStatus::Rejected => "has already been rejected".to_owned(),
    };
    let by = found
        .reviewer
        .as_ref()
        .filter(|_| found.status != ProjectStatus::InReview)
        .map_or_else(String::new, |name| format!(" by {name}"));
    Err(ApiError::conflict(format!("This project {state}{by}.")))
}

#[OpenApi(tag = "Tag::Projects")]
impl ProjectsAdminApi {
    /// List projects that wait for review
    ///
    /// The project that has waited longest comes first.
    #[oai(path = "/admin/projects/review", method = "get", operation_id = "list_projects_in_review")]
    async fn list_projects_in_review(
        &self,
        _admin: Admin,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<AdminProject>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        self.0
            .db
            .read(move |conn| review_store::list_admin_projects(conn, Some(ProjectStatus::InReview), "", None, &paging))
            .await
    }

    /// List projects in every state
    ///
    /// Newest first; projects in review in the order of the queue, oldest first.
    #[oai(path = "/admin/projects", method = "get", operation_id = "list_admin_projects")]
    #[allow(clippy::too_many_arguments)]
    async fn list_admin_projects(
        &self,
        _admin: Admin,
        /// Words in the title.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `In Review`, `Approved` or `Rejected`; `all` or empty for no filter.
        status: Query<Option<String>>,
        /// Another order.
        sort: Query<Option<ReviewSort>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<AdminProject>> {
        let (paging, status, search) = (
            Paging::new(limit.0, offset.0, after.0.as_deref())?,
            self::status(status.0.as_deref())?,
            search.0.unwrap_or_default().0,
        );
        let (words, sort) = (search.clone(), sort.0);
        self.0
            .db
            .search(&words, move |conn| {
                review_store::list_admin_projects(conn, status, &search, sort, &paging)
            })
            .await
    }

    /// Count projects by state
    #[oai(path = "/admin/projects/counts", method = "get", operation_id = "count_projects_by_status")]
    async fn count_projects_by_status(&self, _admin: Admin) -> ApiResult<Item<ProjectCounts>> {
        self.0.db.read(|conn| Ok(Item(review_store::count_by_status(conn)?))).await
    }

    /// Get the neighbours of a project in the list of its state
    #[oai(path = "/admin/projects/:id/neighbours", method = "get", operation_id = "find_project_neighbours")]
    async fn find_project_neighbours(&self, _admin: Admin, id: Path<Id>) -> ApiResult<Item<Neighbours>> {
        let id = id.0;
        self.0
            .db
            .read(move |conn| {
                let found = review_store::find_reviewed(conn, id)?.ok_or_else(not_found)?;
                let (previous, next) = review_store::find_neighbours(conn, id, found.status)?;
                Ok(Item(Neighbours { previous, next }))
            })
            .await
    }

    /// Get the earlier review of a project
    ///
    /// For a project that is in review again: the last decision with its reason, and what has changed since, field by
    /// field.
    #[oai(path = "/admin/projects/:id/earlier-review", method = "get", operation_id = "find_earlier_review")]
    async fn find_earlier_review(&self, _admin: Admin, id: Path<Id>) -> ApiResult<Item<ReviewHistory>> {
        let id = id.0;
        let (decision, now) = self
            .0
            .db
            .read(move |conn| {
                let now = earlier_store::find_content(conn, id)?.ok_or_else(not_found)?;
                Ok((earlier_store::find_decision(conn, id)?, now))
            })
            .await?;
        let Some(decision) = decision else {
            return Ok(Item(ReviewHistory { earlier: None }));
        };
        let earlier = aside(move || EarlierReview {
            changes: FieldChange::between(&decision.content, &now),
            new_pictures: new_pictures(&decision.content, &now),
            status: decision.status,
            rejection_reason: decision.reason,
            decided_at: decision.decided_at,
            decided_by: decision.decided_by,
        })
        .await?;
        Ok(Item(ReviewHistory { earlier: Some(earlier) }))
    }

    /// Approve or reject a project
    ///
    /// A rejection needs a reason, which is e-mailed to the submitter. `expected` is the state that the admin saw. If
    /// the state has changed since then, the answer is 409 and says what happened.
    #[oai(path = "/admin/projects/:id/status", method = "put", operation_id = "set_project_status")]
    async fn set_project_status(&self, admin: Admin, id: Path<Id>, input: Input<StatusInput>) -> ApiResult<Item<Decided>> {
        let (admin, id, now) = (admin.0, id.0, self.0.clock.now());
        let wanted = self::status(Some(&input.0.status))?.filter(|status| *status != ProjectStatus::InReview);
        let wanted = wanted.ok_or_else(|| ApiError::invalid("status", "The status must be Approved or Rejected"))?;
        let reason = paragraphs(&input.0.rejection_reason);
        if wanted == ProjectStatus::Rejected && reason.is_empty() {
            return Err(ApiError::invalid("rejectionReason", "Please provide a reason for rejection"));
        }
        let expected = input.0.expected;
        self.0
            .db
            .write(move |tx| {
                let found = review_store::find_reviewed(tx, id)?.ok_or_else(not_found)?;
                refuse_if_decided(&found, wanted, expected)?;
                if wanted == ProjectStatus::Approved && edit_store::is_bare(tx, id)? {
                    return Err(ApiError::conflict("This project has no repository, demo or picture yet."));
                }
                let kept_reason = (wanted == ProjectStatus::Rejected).then_some(reason.as_str());
                undo_store::keep_before(tx, id, admin.id, now)?;
                review_store::set_status(tx, id, wanted, kept_reason, admin.id, now)?;
                let leaves_at = now.plus_seconds(UNDO_SECONDS);
                let mut badges = Vec::new();
                let message = if wanted == ProjectStatus::Approved {
                    let awarded = award_for_projects(tx, found.submitter, &list_approved_of(tx, found.submitter)?, now)?;
                    badges.extend(awarded.iter().map(|badge| badge.id));
                    hold_news(tx, found.submitter, leaves_at)?;
                    "Project approved."
                } else {
                    "Project rejected. An email with your feedback has been sent to the submitter."
                };
                let mail = tell_submitter(tx, id, &found, kept_reason, leaves_at, now)?;
                undo_store::keep_effects(tx, id, &badges, mail)?;
                let act = Act {
                    actor: admin.id,
                    action: if wanted == ProjectStatus::Approved {
                        "project.approve"
                    } else {
                        "project.reject"
                    },
                    subject_kind: "project",
                    subject: id,
                    before: json!({ "status": found.status.as_str(), "rejectionReason": found.rejection_reason, "title": found.title }),
                    after: json!({ "status": wanted.as_str(), "rejectionReason": kept_reason }),
                };
                insert_act(tx, &act, now)?;
                Ok(Item(Decided {
                    message: message.into(),
                    status: wanted,
                    featured: found.featured && wanted == ProjectStatus::Approved,
                }))
            })
            .await
    }

    /// Take back a decision
    ///
    /// For some seconds, by the admin who decided: the project is what it was before, badges that the decision
    /// awarded are gone, and the submitter is not told. 409 when that is over, or when the project has changed since.
    #[oai(path = "/admin/projects/:id/decision", method = "delete", operation_id = "take_back_decision")]
    async fn take_back_decision(&self, admin: Admin, id: Path<Id>) -> ApiResult<Item<Decided>> {
        let (admin, id, now) = (admin.0, id.0, self.0.clock.now());
        self.0
            .db
            .write(move |tx| {
                let decided = review_store::find_reviewed(tx, id)?.ok_or_else(not_found)?;
                if !undo_store::restore(tx, id, admin.id, now)? {
                    return Err(ApiError::conflict("This decision can no longer be taken back."));
                }
                let found = review_store::find_reviewed(tx, id)?.ok_or_else(not_found)?;
                // Another project that was approved meanwhile may have earned what is gone.
                award_for_projects(tx, found.submitter, &list_approved_of(tx, found.submitter)?, now)?;
                let act = Act {
                    actor: admin.id,
                    action: "project.undo",
                    subject_kind: "project",
                    subject: id,
                    before: json!({ "status": decided.status.as_str(), "rejectionReason": decided.rejection_reason, "title": decided.title }),
                    after: json!({ "status": found.status.as_str(), "rejectionReason": found.rejection_reason }),
                };
                insert_act(tx, &act, now)?;
                Ok(Item(Decided {
                    message: "The decision is taken back. Nobody was told.".into(),
                    status: found.status,
                    featured: found.featured,
                }))
            })
            .await
    }

    /// Feature a project or stop featuring it
    ///
    /// Only an approved project can be featured.
    #[oai(path = "/admin/projects/:id/feature", method = "put", operation_id = "set_project_featured")]
    async fn set_project_featured(&self, admin: Admin, id: Path<Id>, input: Input<FeatureInput>) -> ApiResult<Item<Decided>> {
        let (admin, id, now, featured) = (admin.0, id.0, self.0.clock.now(), input.0.featured);
        self.0
            .db
            .write(move |tx| {
                let found = review_store::find_reviewed(tx, id)?.ok_or_else(not_found)?;
                if featured && found.status != ProjectStatus::Approved {
                    return Err(ApiError::conflict("Only an approved project can be featured."));
                }
                review_store::set_featured(tx, id, featured, now)?;
                let act = Act {
                    actor: admin.id,
                    action: "project.feature",
                    subject_kind: "project",
                    subject: id,
                    before: json!({ "featured": found.featured, "title": found.title }),
                    after: json!({ "featured": featured }),
                };
                insert_act(tx, &act, now)?;
                let message = if featured {
                    "Project featured."
                } else {
                    "Project is no longer featured."
                };
                Ok(Item(Decided {
                    message: message.into(),
                    status: found.status,
                    featured,
                }))
            })
            .await
    }
}

/// E-mails the decision to the submitter, unless they have left: not before the decision is final.
fn tell_submitter(tx: &Tx, id: Id, found: &Reviewed, reason: Option<&str>, leaves_at: Instant, now: Instant) -> ApiResult<Option<Id>> {
    let Some(email) = &found.submitter_email else {
        return Ok(None);
    };
    let mail = NewMail {
        user_id: Some(found.submitter),
        to_email: email.clone(),
        to_name: found.submitter_name.clone(),
        occasion: match reason {
            Some(reason) => Occasion::ProjectRejected {
                project: id,
                reason: reason.to_owned(),
            },
            None => Occasion::ProjectApproved { project: id },
        },
    };
    queue_at(tx, &mail, leaves_at, now).map(Some)
}
