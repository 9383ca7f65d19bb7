//! The list of all calls, and the document that describes them.

use std::sync::{Arc, OnceLock};

use poem_openapi::OpenApiService;

use crate::account::api::AccountApi;
use crate::account::credentials_api::CredentialsApi;
use crate::app::App;
use crate::audit::api::AuditApi;
use crate::backups::api::BackupsApi;
use crate::badges::admin_api::BadgesAdminApi;
use crate::badges::api::BadgesApi;
use crate::certificates::admin_api::CertificatesAdminApi;
use crate::certificates::api::CertificatesApi;
use crate::credentials::admin_api::IssuerApi;
use crate::credentials::api::TransparencyApi;
use crate::events::admin_api::EventsAdminApi;
use crate::events::api::EventsApi;
use crate::events::calendar::api::CalendarFeedApi;
use crate::events::door::api::CheckInApi;
use crate::events::form::picture_api::EventPicturesApi;
use crate::events::letters::api::LettersApi;
use crate::events::participants::api::ParticipantsApi;
use crate::events::registration::api::RegistrationsApi;
use crate::events::team::api::TeamApi;
use crate::interface::filled;
use crate::invitations::api::InvitationsApi;
use crate::mail::api::MailApi;
use crate::mail::outbox_api::OutboxApi;
use crate::mailings::api::MailingsApi;
use crate::mailings::list_api::MailingListApi;
use crate::mailings::unsubscribe_api::UnsubscribeApi;
use crate::members::admin_api::MembersAdminApi;
use crate::members::api::MembersApi;
use crate::projects::admin_api::ProjectsAdminApi;
use crate::projects::api::ProjectsApi;
use crate::projects::comment_api::CommentsApi;
use crate::projects::edit_api::ProjectEditApi;
use crate::sessions::api::SessionsApi;
use crate::setup::api::SetupApi;
use crate::site::admin_api::SettingsApi;
use crate::site::api::SiteApi;
use crate::site::export_api::ExportApi;
use crate::site::picture_api::SitePicturesApi;
use crate::stats::analytics_api::AnalyticsApi;
use crate::stats::api::StatsApi;
use crate::stats::dashboard_api::DashboardApi;
use crate::web::document::merged;

/// All calls.
pub fn service(app: &Arc<App>) -> OpenApiService<impl poem_openapi::OpenApi + use<>, ()> {
    let apis = (
        (
            SiteApi(app.clone()),
            SettingsApi(app.clone()),
            SitePicturesApi(app.clone()),
            ExportApi(app.clone()),
            BackupsApi(app.clone()),
        ),
        (
            MailApi(app.clone()),
            OutboxApi(app.clone()),
            MailingsApi(app.clone()),
            MailingListApi(app.clone()),
            UnsubscribeApi(app.clone()),
            InvitationsApi(app.clone()),
        ),
        (CertificatesApi(app.clone()), CertificatesAdminApi(app.clone())),
        (TransparencyApi(app.clone()), IssuerApi(app.clone())),
        (BadgesApi(app.clone()), BadgesAdminApi(app.clone())),
        SetupApi(app.clone()),
        SessionsApi(app.clone()),
        (
            MembersApi(app.clone()),
            AccountApi(app.clone()),
            CredentialsApi(app.clone()),
            MembersAdminApi(app.clone()),
        ),
        (
            ProjectsApi(app.clone()),
            ProjectEditApi(app.clone()),
            CommentsApi(app.clone()),
            ProjectsAdminApi(app.clone()),
        ),
        (
            EventsApi(app.clone()),
            RegistrationsApi(app.clone()),
            EventsAdminApi(app.clone()),
            EventPicturesApi(app.clone()),
            ParticipantsApi(app.clone()),
            LettersApi(app.clone()),
            CheckInApi(app.clone()),
            TeamApi(app.clone()),
            CalendarFeedApi(app.clone()),
        ),
        (
            StatsApi(app.clone()),
            DashboardApi(app.clone()),
            AnalyticsApi(app.clone()),
            AuditApi(app.clone()),
        ),
    );
    OpenApiService::new(apis, "Community", env!("CARGO_PKG_VERSION"))
        .description("The API of a Community site. Errors have one shape, ErrorBody; lists are arrays with their count in X-Total-Count.")
        .url_prefix("/api")
}

/// The API document that is committed as ui/src/api/openapi.json. It is the same for every app.
pub fn document(app: &Arc<App>) -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let spec = service(app).spec();
        // The framework wrote it, so it is valid JSON.
        filled(merged(&spec).unwrap_or(spec)) + "\n"
    })
}
