//! The audit log for admins.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::store::{Filter, list_acts};
use super::views::AuditEntry;
use crate::app::App;
use crate::auth::Admin;
use crate::clock::day_begins;
use crate::db::values::Id;
use crate::error::{ApiError, ApiResult};
use crate::input::Text;
use crate::site::store::find_zone;
use crate::text::CHOICE_LENGTH;
use crate::web::document::Tag;
use crate::web::paging::{Page, Paging, Place};

pub struct AuditApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Audit")]
impl AuditApi {
    /// List what admins did
    ///
    /// Newest first, with what each action changed. What the operator did in the shell is in it too.
    #[oai(path = "/admin/audit", method = "get", operation_id = "list_audit_entries")]
    #[allow(clippy::too_many_arguments)]
    async fn list_audit_entries(
        &self,
        _admin: Admin,
        /// Who did it: the `_id` of a member, or `shell`; empty for everybody.
        actor: Query<Option<Text<CHOICE_LENGTH>>>,
        /// The kind of what was changed, such as `project`; empty for all.
        kind: Query<Option<Text<CHOICE_LENGTH>>>,
        /// The first day, YYYY-MM-DD in the community's time zone.
        from: Query<Option<Text<CHOICE_LENGTH>>>,
        /// The last day, YYYY-MM-DD in the community's time zone.
        until: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<AuditEntry>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let given = |text: Option<Text<CHOICE_LENGTH>>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (kind, from, until, actor) = (given(kind.0), given(from.0), given(until.0), given(actor.0));
        let is_shell = actor.as_deref() == Some("shell");
        let actor = actor
            .filter(|_| !is_shell)
            .map(|id| Id::parse(&id).ok_or_else(|| ApiError::invalid("actor", "There is no such member")))
            .transpose()?;
        self.0
            .db
            .read(move |conn| {
                let zone = find_zone(conn)?;
                let day = |text: Option<String>, field: &str, days: i64| {
                    text.map(|text| day_begins(&text, days, &zone).ok_or_else(|| ApiError::invalid(field, "A day is YYYY-MM-DD")))
                        .transpose()
                };
                let filter = Filter {
                    actor,
                    is_shell,
                    kind,
                    from: day(from, "from", 0)?,
                    before: day(until, "until", 1)?,
                };
                list_acts(conn, &filter, &paging)
            })
            .await
    }
}
