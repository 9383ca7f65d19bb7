//! What the program, its tests and its measurements use of the library, under the names that it has inside. Nothing else
//! leaves the library, so the compiler reports whatever nobody uses.

pub mod app {
    pub use crate::app::{App, Keys};
}

pub mod audit {

    pub mod store {
        pub use crate::audit::store::{ShellAct, insert_shell_act};
    }
}

pub mod backups {

    pub mod keeper {
        pub use crate::backups::keeper::{look, run};
    }

    pub mod rules {
        pub use crate::backups::rules::stamp;
    }
}

pub mod badges {

    pub mod guards {
        pub use crate::badges::guards::{Awarded, award_owed};
    }

    pub mod rules {
        pub use crate::badges::rules::tier;
    }

    pub mod store {
        pub use crate::badges::store::find_names;
    }
}

pub mod clock {
    pub use crate::clock::{Clock, zones};
}

pub mod config {
    pub use crate::config::{CaptchaProvider, Config, DEFAULT_FILE, LogFormat, MailTls, Secret, TlsMode};
}

pub mod console {
    pub use crate::console::say;
}

pub mod credentials {

    pub mod check {
        pub use crate::credentials::check::{Signed, Status, Term, Wrong, names_key, profile_address, read, revoked};
    }

    pub mod guards {
        pub use crate::credentials::guards::sign_due;
    }

    pub mod key_store {
        pub use crate::credentials::key_store::{find_signer, list_public_keys, replace_key};
    }

    pub mod sign {
        pub use crate::credentials::sign::{proves_itself, sign};
    }

    pub mod store {
        pub use crate::credentials::store::{NewCredential, Subject, find_credential_by_hash, find_or_begin_list, insert_credential, is_issuer};
    }

    pub mod worker {
        pub use crate::credentials::worker::run;
    }
}

pub mod db {
    pub use crate::db::{Db, Tx, configure, write_alone};

    pub mod copy {
        pub use crate::db::copy::copy;
    }

    pub mod migrate {
        pub use crate::db::migrate::{APPLICATION_ID, SCHEMA, check, create, open, open_to_read, version};
    }

    pub mod once {
        pub use crate::db::once::{hash, use_up};
    }

    pub mod restore {
        pub use crate::db::restore::{Content, inspect, open, restore};
    }

    pub mod schema {
        pub use crate::db::schema::Schema;
    }

    pub mod values {
        pub use crate::db::values::{Id, Instant, fold};
    }
}

pub mod demo {
    pub use crate::demo::{DEFAULT_FILE, Options, ensure, fill, make, sign_in_links};
}

pub mod error {
    pub use crate::error::{ApiError, ApiResult};
}

pub mod events {

    pub mod admin_views {
        pub use crate::events::admin_views::AdminEventSort;
    }

    pub mod admin_store {
        pub use crate::events::admin_store::{Shown, find_admin_event, list_admin_events};
    }

    pub mod calendar {

        pub mod rules {
            pub use crate::events::calendar::rules::{Source, calendar};
        }

        pub mod store {
            pub use crate::events::calendar::store::{list_entries, list_entries_of, list_newest};
        }
    }

    pub mod door {

        pub mod store {
            pub use crate::events::door::store::{find_by_ticket, find_door};
        }
    }

    pub mod form {

        pub mod rules {
            pub use crate::events::form::rules::{
                MAX_DESCRIPTION, MAX_LINK, MAX_LOCATION, MAX_NOTE, MAX_ORGANIZATION, MAX_REQUIREMENTS, MAX_TASK, MAX_TASK_DESCRIPTION, MAX_TASKS,
                MAX_TITLE,
            };
        }
    }

    pub mod letters {

        pub mod reminders {
            pub use crate::events::letters::reminders::{Reminders, run_once};
        }
    }

    pub mod list_store {
        pub use crate::events::list_store::{Filter, Shown, Sort, count_events, list_events, list_events_of};
    }

    pub mod participants {

        pub mod rules {
            pub use crate::events::participants::rules::ParticipantStatus;
        }

        pub mod store {
            pub use crate::events::participants::store::{Wanted, list_all_participants, list_participants, list_waiting};
        }
    }

    pub mod registration {

        pub mod guards {
            pub use crate::events::registration::guards::leave_everything;
        }

        pub mod places {
            pub use crate::events::registration::places::{promote, promote_left_over};
        }

        pub mod store {
            pub use crate::events::registration::store::insert_registration;
        }
    }

    pub mod rules {
        pub use crate::events::rules::EventStatus;
    }

    pub mod store {
        pub use crate::events::store::find_event;
    }
}

pub mod head {
    pub use crate::head::{Allowed, PageHead, inline_source};
}

pub mod http {
    pub use crate::http::{accepts, document, endpoint, redirect};
}

pub mod interface {
    pub use crate::interface::{badges, forms, rules};
}

pub mod letters {
    pub use crate::letters::render;
}

pub mod listen {
    pub use crate::listen::{Built, Certificate, Limits, Places, bind, raise_descriptors, serve};
}

pub mod mail {

    pub mod occasion {
        pub use crate::mail::occasion::Occasion;
    }

    pub mod outbox_store {
        pub use crate::mail::outbox_store::hold;
    }

    pub mod rules {
        pub use crate::mail::rules::{Outcome, Reason};
    }

    pub mod store {
        pub use crate::mail::store::{find_mail, find_waiting, queue};
    }

    pub mod tls {
        pub use crate::mail::tls::Tls;
    }

    pub mod transport {
        pub use crate::mail::transport::{Patience, Script, Transport};
    }

    pub mod views {
        pub use crate::mail::views::{NewMail, Reader, Sheet};
    }

    pub mod worker {
        pub use crate::mail::worker::{Worker, run_once, tidy};
    }
}

pub mod members {

    pub mod rules {
        pub use crate::members::rules::{Account, Eyes, NewAccount, Role};
    }

    pub mod store {
        pub use crate::members::store::{count_admins, find_account_by_email, find_profile, index_user, list_admins, search_members, set_role};
    }
}

pub mod metrics {
    pub use crate::metrics::api::endpoint;
}

pub mod outside {
    pub use crate::outside::acme::Acme;
    pub use crate::outside::{Reach, get_json};
}

pub mod pages {
    pub use crate::pages::{PAGES, find};
}

pub mod projects {

    pub mod comment_store {
        pub use crate::projects::comment_store::list_comments;
    }

    pub mod list_store {
        pub use crate::projects::list_store::{Filter, Sort, list_own_projects, list_projects, list_similar};
    }

    pub mod review_store {
        pub use crate::projects::review_store::list_admin_projects;
    }

    pub mod rules {
        pub use crate::projects::rules::{
            MAX_DESCRIPTION, MAX_LINK, MAX_PICTURES, MAX_SHORT_DESCRIPTION, MAX_TECHNOLOGIES, MAX_TECHNOLOGY, MAX_TITLE, ProjectStatus, categories_of,
        };
    }

    pub mod store {
        pub use crate::projects::store::{find_project, index_project};
    }
}

pub mod reindex {
    pub use crate::reindex::run;
}

pub mod sessions {

    pub mod accounts {
        pub use crate::sessions::accounts::add_account;
    }

    pub mod links {
        pub use crate::sessions::links::Issued;
    }

    pub mod store {
        pub use crate::sessions::store::insert_link;
    }

    pub mod sweep {
        pub use crate::sessions::sweep::{run, sweep};
    }

    pub mod token {
        pub use crate::sessions::token::{make, random};
    }
}

pub mod setup {

    pub mod rules {
        pub use crate::setup::rules::link;
    }

    pub mod store {
        pub use crate::setup::store::{close, renew};
    }
}

pub mod shell {
    pub use crate::shell::FIRST_LINES;
}

pub mod site {

    pub mod category_rules {
        pub use crate::site::category_rules::FIRST;
    }

    pub mod rules {
        pub use crate::site::rules::{Moment, Settings};
    }

    pub mod memo_store {
        pub use crate::site::memo_store::{forget_signs, list_notes, set_copied};
    }

    pub mod store {
        pub use crate::site::store::moment;
    }
}

pub mod stats {

    pub mod analytics_api {
        pub use crate::stats::analytics_api::{run, write};
    }

    pub mod store {
        pub use crate::stats::store::find_total;
    }
}

pub mod text {
    pub use crate::text::{is_email, printable};
}

pub mod web {

    pub mod caching {
        pub use crate::web::caching::is_known;
    }

    pub mod paging {
        pub use crate::web::paging::{After, Paging};
    }
}
