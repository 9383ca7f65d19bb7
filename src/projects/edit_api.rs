//! What members do with projects: submit, edit, withdraw, team, pictures, upvotes.

use std::sync::Arc;

use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Binary;
use rusqlite::Connection;

use super::draft_rules::{self, Choice, DraftError, Proof, Submission};
use super::earlier_store::keep_decision;
use super::guards::{not_found, require_owner, shown};
use super::inputs::{PictureOrder, ProjectInput, UpvoteInput};
use super::rules::{self, MAX_ALT, MAX_PICTURES, ProjectStatus};
use super::views::{Done, MyProject, PictureSaved, Project, ProjectSaved, UpvoteAnswer};
use super::{edit_store, letters, list_store, store};
use crate::app::App;
use crate::auth::Member;
use crate::badges::guards::award_for_upvotes;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::limits;
use crate::markdown::to_html;
use crate::media::store::insert_medium;
use crate::members::rules::Caller;
use crate::site::store::{find_settings, moment};
use crate::stats::rules::Happening;
use crate::text::{one_line, paragraphs};
use crate::web::body::{OptionalJson, length_of};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};
use crate::work::aside;

pub struct ProjectEditApi(pub Arc<App>);

/// The error for broken rules: one sentence per field. The first is also the message.
fn refuse(errors: &[DraftError]) -> ApiError {
    ApiError::invalid_fields(errors.iter().map(|error| (error.field().to_owned(), error.to_string())))
}

/// Rules that need the database: the event is open, and all team members exist.
fn check_references(conn: &Connection, submission: &Submission, known_event: Option<Id>, now: Instant) -> ApiResult<()> {
    if let Some(event) = submission.event
        && submission.event != known_event
        && !edit_store::is_open_event(conn, event, &moment(conn, now)?.today)?
    {
        return Err(refuse(&[DraftError::Event]));
    }
    if edit_store::count_active_members(conn, &submission.team)? != submission.team.len() {
        return Err(ApiError::invalid("team", "Somebody in this team is no longer a member"));
    }
    Ok(())
}

/// Renders a description to HTML before the transaction that stores it, because rendering is slow.
async fn rendered(description: &str) -> ApiResult<String> {
    let description = description.to_owned();
    aside(move || to_html(&description)).await
}

impl ProjectEditApi {
    /// Checks and stores a submission.
    async fn submit(&self, caller: Caller, input: ProjectInput) -> ApiResult<Project> {
        let (app, now) = (&self.0, self.0.clock.now());
        let settings = app.db.read(find_settings).await?;
        let proof = Proof {
            repository_required: settings.repository_required,
            has_picture: input.pictures_follow,
        };
        let categories = &settings.categories;
        let submission = draft_rules::check(&input.draft(), caller.id, proof, Choice { categories, now: None }).map_err(|errors| refuse(&errors))?;
        app.verify_captcha(&input.captcha_token, now).await?;
        let html = rendered(&submission.description).await?;
        app.db
            .write(move |tx| {
                limits::SUBMISSIONS
                    .at_most(settings.submissions_per_hour)
                    .take(tx, &caller.id.to_string(), now)?;
                if edit_store::is_repetition(tx, caller.id, &submission)? {
                    return Err(ApiError::conflict("You have just submitted this project."));
                }
                check_references(tx, &submission, None, now)?;
                let id = edit_store::insert_project(tx, &submission, &html, caller.id, now)?;
                letters::tell_reviewers(tx, caller.id, now)?;
                store::find_project(tx, id, caller.eyes())?.ok_or_else(not_found)
            })
            .await
    }
}

#[OpenApi(tag = "Tag::Projects")]
impl ProjectEditApi {
    /// Submit a project
    ///
    /// It goes to review. What a client may not set (state, counts, owner, dates) is not in the input. At most {SUBMISSIONS}, or what
    /// the community has set.
    #[oai(path = "/projects", method = "post", operation_id = "create_project")]
    async fn create_project(&self, member: Member, input: Input<ProjectInput>) -> ApiResult<Item<ProjectSaved>> {
        let outcome = self.submit(member.0, input.0).await;
        self.0
            .tally
            .add_outcome(&outcome, Happening::ProjectSubmitted, Happening::ProjectSubmissionFailed);
        Ok(Item(ProjectSaved {
            message: "Project submitted successfully! Our team will review it soon.".into(),
            project: outcome?,
        }))
    }

    /// Edit a project
    ///
    /// Only the owner may edit. A rejected project goes back to review. An approved one stays approved, unless the
    /// community reviews edits.
    #[oai(path = "/projects/:id", method = "put", operation_id = "edit_project")]
    async fn edit_project(&self, member: Member, id: Path<Id>, input: Input<ProjectInput>) -> ApiResult<Item<ProjectSaved>> {
        let (app, caller, now, id) = (self.0.clone(), member.0, self.0.clock.now(), id.0);
        let draft = input.0.draft();
        let html = rendered(&paragraphs(&draft.description)).await?;
        let saved = app
            .db
            .write(move |tx| {
                let facts = require_owner(tx, id, &caller)?;
                let settings = find_settings(tx)?;
                let proof = Proof {
                    repository_required: settings.repository_required,
                    has_picture: !edit_store::list_picture_media(tx, id)?.is_empty(),
                };
                let choice = Choice {
                    categories: &settings.categories,
                    now: Some(&facts.category),
                };
                let submission = draft_rules::check(&draft, caller.id, proof, choice).map_err(|errors| refuse(&errors))?;
                check_references(tx, &submission, facts.event, now)?;
                let changed = submission.title != facts.title
                    || submission.short_description != facts.short_description
                    || submission.description != facts.description
                    || submission.github_link != facts.github_link
                    || submission.demo_link != facts.demo_link;
                let status = rules::status_after_edit(facts.status, changed, settings.review_edits);
                keep_decision(tx, id)?;
                edit_store::set_project(tx, id, &submission, &html, status, now)?;
                let message = if status == ProjectStatus::InReview && facts.status != ProjectStatus::InReview {
                    letters::tell_reviewers(tx, caller.id, now)?;
                    "Project saved and sent to review."
                } else {
                    "Project saved."
                };
                let project = store::find_project(tx, id, caller.eyes())?.ok_or_else(not_found)?;
                Ok(ProjectSaved {
                    message: message.into(),
                    project,
                })
            })
            .await?;
        Ok(Item(ProjectSaved {
            project: shown(&self.0, saved.project),
            ..saved
        }))
    }

    /// Withdraw a project
    ///
    /// Only the owner may withdraw, in any state. The project is deleted with its comments, upvotes and pictures.
    #[oai(path = "/projects/:id", method = "delete", operation_id = "withdraw_project")]
    async fn withdraw_project(&self, member: Member, id: Path<Id>) -> ApiResult<Item<Done>> {
        let (caller, id) = (member.0, id.0);
        self.0
            .db
            .write(move |tx| {
                require_owner(tx, id, &caller)?;
                Ok(edit_store::delete_project(tx, id)?)
            })
            .await?;
        Ok(Item(Done {
            message: "Project withdrawn.".into(),
        }))
    }

    /// List your own projects
    ///
    /// Projects that you submitted or work on as a team member, in every state, newest first.
    #[oai(path = "/users/me/projects", method = "get", operation_id = "list_own_projects")]
    async fn list_own_projects(
        &self,
        member: Member,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<MyProject>> {
        let (caller, paging) = (member.0, Paging::new(limit.0, offset.0, after.0.as_deref())?);
        self.0
            .db
            .read(move |conn| list_store::list_own_projects(conn, caller.eyes(), &paging))
            .await
    }

    /// Leave a team
    #[oai(path = "/projects/:id/team/me", method = "delete", operation_id = "leave_team")]
    async fn leave_team(&self, member: Member, id: Path<Id>) -> ApiResult<Item<Done>> {
        let (caller, id) = (member.0, id.0);
        let left = self
            .0
            .db
            .write(move |tx| {
                let left = edit_store::delete_team_member(tx, id, caller.id)?;
                if left {
                    store::index_project(tx, id)?;
                }
                Ok(left)
            })
            .await?;
        if left {
            Ok(Item(Done {
                message: "You have left the team.".into(),
            }))
        } else {
            Err(not_found())
        }
    }

    /// Upvote a project or remove the upvote
    ///
    /// `upvoted` sets the upvote, so the call can safely be repeated when the answer was lost. Without `upvoted` or
    /// without a body, the call toggles the upvote.
    #[oai(path = "/projects/:id/upvote", method = "post", operation_id = "upvote_project")]
    async fn upvote_project(&self, member: Member, id: Path<Id>, input: OptionalJson<UpvoteInput>) -> ApiResult<Item<UpvoteAnswer>> {
        let (caller, id, now) = (member.0, id.0, self.0.clock.now());
        let wanted = input.0.and_then(|input| input.upvoted);
        self.0
            .db
            .write(move |tx| {
                let facts = edit_store::find_facts(tx, id)?
                    .filter(|facts| facts.status.is_public())
                    .ok_or_else(not_found)?;
                let (has_upvoted, upvote_count) = edit_store::set_upvote(tx, id, caller.id, wanted, now)?;
                award_for_upvotes(tx, id, facts.submitted_by, upvote_count, now)?;
                Ok(Item(UpvoteAnswer { upvote_count, has_upvoted }))
            })
            .await
    }

    /// Add a picture to a project
    ///
    /// The body is a PNG, JPEG or WebP file of at most {MAX_BYTES}; a project has at most {MAX_PICTURES}. The first is its cover. A
    /// member has at most two on their way and sends at most {PICTURES}, or what the community has set. A picture that the project has already is not
    /// added again, so the call can safely be repeated when the answer was lost.
    #[oai(path = "/projects/:id/pictures", method = "post", operation_id = "add_project_picture")]
    async fn add_project_picture(
        &self,
        member: Member,
        request: &Request,
        id: Path<Id>,
        /// The alt text: what the picture shows.
        alt: Query<Option<Text<MAX_ALT>>>,
        file: Binary<Body>,
    ) -> ApiResult<Item<PictureSaved>> {
        let (caller, id, now) = (member.0, id.0, self.0.clock.now());
        let owner = caller.clone();
        self.0.db.read(move |conn| require_owner(conn, id, &owner).map(|_| ())).await?;
        let (entry, who) = (self.0.pictures.enter(caller.id)?, caller.id.to_string());
        self.0
            .db
            .write(move |tx| limits::PICTURES.at_most(find_settings(tx)?.pictures_per_hour).take(tx, &who, now))
            .await?;
        let renditions = entry.render(file.0, length_of(request)).await?;
        let renditions = renditions.map_err(|error| ApiError::invalid("picture", error.to_string()))?;
        let alt = one_line(&alt.0.unwrap_or_default());
        let project = self
            .0
            .db
            .write(move |tx| {
                require_owner(tx, id, &caller)?;
                if !edit_store::has_picture(tx, id, &renditions.full.bytes)? {
                    if edit_store::list_picture_media(tx, id)?.len() >= MAX_PICTURES {
                        return Err(ApiError::conflict(format!("A project can have at most {MAX_PICTURES} pictures")));
                    }
                    let (card, full) = (insert_medium(tx, &renditions.card, now)?, insert_medium(tx, &renditions.full, now)?);
                    edit_store::insert_picture(tx, id, &alt, card, full, now)?;
                }
                store::find_project(tx, id, caller.eyes())?.ok_or_else(not_found)
            })
            .await?;
        Ok(Item(PictureSaved {
            pictures: shown(&self.0, project).pictures,
        }))
    }

    /// Order a project's pictures and set their alt texts
    ///
    /// The list must contain all of them.
    #[oai(path = "/projects/:id/pictures", method = "put", operation_id = "order_project_pictures")]
    async fn order_project_pictures(&self, member: Member, id: Path<Id>, input: Input<PictureOrder>) -> ApiResult<Item<PictureSaved>> {
        let (caller, id) = (member.0, id.0);
        let wanted: Vec<(Id, String)> = input
            .0
            .pictures
            .0
            .into_iter()
            .map(|picture| (picture.id, one_line(&picture.alt)))
            .collect();
        let project = self
            .0
            .db
            .write(move |tx| {
                require_owner(tx, id, &caller)?;
                let mut known: Vec<Id> = edit_store::list_picture_media(tx, id)?
                    .into_iter()
                    .map(|(picture, _, _)| picture)
                    .collect();
                let mut named: Vec<Id> = wanted.iter().map(|(picture, _)| *picture).collect();
                known.sort_unstable();
                named.sort_unstable();
                if known != named {
                    return Err(ApiError::conflict("The pictures have changed in the meantime. Please reload the page."));
                }
                edit_store::set_pictures(tx, id, &wanted)?;
                store::find_project(tx, id, caller.eyes())?.ok_or_else(not_found)
            })
            .await?;
        Ok(Item(PictureSaved {
            pictures: shown(&self.0, project).pictures,
        }))
    }

    /// Delete a picture
    #[oai(path = "/projects/:id/pictures/:picture", method = "delete", operation_id = "delete_project_picture")]
    async fn delete_project_picture(&self, member: Member, id: Path<Id>, picture: Path<Id>) -> ApiResult<Item<PictureSaved>> {
        let (caller, id, picture) = (member.0, id.0, picture.0);
        let project: Project = self
            .0
            .db
            .write(move |tx| {
                require_owner(tx, id, &caller)?;
                if !edit_store::delete_picture(tx, id, picture)? {
                    return Err(ApiError::not_found("There is no such picture."));
                }
                if edit_store::is_bare(tx, id)? {
                    return Err(ApiError::conflict(
                        "A project without links needs a picture. Add another one first, or a link.",
                    ));
                }
                store::find_project(tx, id, caller.eyes())?.ok_or_else(not_found)
            })
            .await?;
        Ok(Item(PictureSaved {
            pictures: shown(&self.0, project).pictures,
        }))
    }
}
