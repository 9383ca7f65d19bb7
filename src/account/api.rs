//! The calls of the account page, and of the links in the mails about a change of the address.

use std::sync::Arc;

use poem_openapi::param::Path;
use poem_openapi::{ApiResponse, OpenApi};

use super::rules::{self, Side, Step};
use super::views::{Account, AddressAnswer, AddressToken, DeletionInput, EmailInput};
use super::{data_store, deletion_store, store};
use crate::app::App;
use crate::auth::Member;
use crate::console::say;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::registration::guards::leave_everything;
use crate::input::Input;
use crate::limits;
use crate::mail::occasion::Occasion;
use crate::mail::store::queue;
use crate::mail::views::NewMail;
use crate::members::store::{find_account, find_account_by_email};
use crate::sessions::rules::address_link;
use crate::sessions::store::delete_sessions;
use crate::sessions::token;
use crate::sessions::views::Message;
use crate::text::{email_key, is_email, printable};
use crate::web::body::Written;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct AccountApi(pub Arc<App>);

/// A file with everything.
#[derive(ApiResponse)]
pub enum DataFile {
    /// JSON in UTF-8.
    #[oai(status = 200, content_type = "application/json; charset=utf-8")]
    Ok(
        Written,
        #[oai(header = "Content-Disposition")] String,
        #[oai(header = "Cache-Control")] String,
    ),
}

fn message(message: impl Into<String>) -> Item<Message> {
    Item(Message { message: message.into() })
}

fn gone() -> ApiError {
    ApiError::not_found("This link is no longer valid. It works once, within a day, until the change is refused or another one is asked for.")
}

/// The links of a change.
struct Links {
    old: String,
    /// Absent when the new address has an account already.
    new: Option<String>,
}

/// Begins a change and queues its mails. Whether the new address has an account shows in the mail to it and nowhere else.
fn begin(tx: &Tx, user: Id, email: &str, site_url: &str, now: Instant) -> ApiResult<Links> {
    limits::ADDRESS_CHANGES.take(tx, &user.to_string(), now)?;
    let account = find_account(tx, user)?.ok_or_else(ApiError::unauthorized)?;
    if email_key(&account.email) == email_key(email) {
        return Err(ApiError::invalid("email", "This is your address already"));
    }
    let (old, new) = (token::random(), token::random());
    store::set_change(tx, user, email, &old, &new, now)?;
    let taken = find_account_by_email(tx, email)?;
    let links = Links {
        old: address_link(site_url, "old", &old),
        new: taken.is_none().then(|| address_link(site_url, "new", &new)),
    };
    let to_old = NewMail {
        user_id: Some(user),
        to_name: account.greeting().to_owned(),
        to_email: account.email,
        occasion: Occasion::AddressToLeave {
            token: old,
            email: email.to_owned(),
        },
    };
    let to_new = match taken {
        Some(other) => NewMail {
            user_id: Some(other.id),
            to_name: String::new(),
            to_email: other.email,
            occasion: Occasion::AddressTaken,
        },
        None => NewMail {
            user_id: None,
            to_name: String::new(),
            to_email: email.to_owned(),
            occasion: Occasion::AddressAsked { token: new },
        },
    };
    queue(tx, &to_old, now)?;
    queue(tx, &to_new, now)?;
    Ok(links)
}

fn confirm(tx: &Tx, token: &str, now: Instant) -> ApiResult<AddressAnswer> {
    let (user, side) = store::find_side(tx, token)?.ok_or_else(gone)?;
    let change = store::find_change(tx, user, now)?.ok_or_else(gone)?;
    let account = find_account(tx, user)?.filter(|account| !account.is_suspended).ok_or_else(gone)?;
    let step = rules::confirm(side, change.old_confirmed, change.new_confirmed);
    if step == Step::Done {
        if find_account_by_email(tx, &change.email)?.is_some_and(|other| other.id != account.id) {
            return Err(ApiError::conflict("This address has got another account in the meantime."));
        }
        store::delete_change(tx, user)?;
        store::set_email(tx, user, &change.email)?;
    } else {
        store::set_confirmed(tx, user, side, now)?;
    }
    Ok(AddressAnswer {
        message: rules::words(step).into(),
        done: step == Step::Done,
    })
}

#[OpenApi(tag = "Tag::Members")]
impl AccountApi {
    /// Get your account
    ///
    /// How you sign in, and where you are signed in.
    #[oai(path = "/users/me/account", method = "get", operation_id = "get_account")]
    async fn get_account(&self, member: Member) -> ApiResult<Item<Account>> {
        let (caller, now) = (member.0, self.0.clock.now());
        let account = self.0.db.read(move |conn| store::find_own_account(conn, &caller, now)).await?;
        account.map(Item).ok_or_else(ApiError::unauthorized)
    }

    /// End one of your sessions
    #[oai(path = "/users/me/sessions/:id", method = "delete", operation_id = "end_session")]
    async fn end_session(&self, member: Member, id: Path<Id>) -> ApiResult<Item<Message>> {
        let (user, id) = (member.0.id, id.0);
        if self.0.db.write(move |tx| Ok(store::delete_own_session(tx, user, id)?)).await? {
            Ok(message("That device is signed out."))
        } else {
            Err(ApiError::not_found("That session has ended already."))
        }
    }

    /// End all your sessions but this one
    #[oai(path = "/users/me/sessions/end-others", method = "post", operation_id = "end_other_sessions")]
    async fn end_other_sessions(&self, member: Member) -> ApiResult<Item<Message>> {
        let caller = member.0;
        self.0.db.write(move |tx| Ok(store::delete_other_sessions(tx, &caller)?)).await?;
        Ok(message("All other devices are signed out."))
    }

    /// Ask for another address
    ///
    /// Both addresses get a mail with a link and have to confirm within a day; the present one can also refuse. The answer is the
    /// same whether or not the new address has an account. A new change replaces an earlier one; at most {ADDRESS_CHANGES}.
    #[oai(path = "/users/me/email", method = "post", operation_id = "ask_for_address")]
    async fn ask_for_address(&self, member: Member, input: Input<EmailInput>) -> ApiResult<Item<Message>> {
        let (user, now, site_url) = (member.0.id, self.0.clock.now(), self.0.config.site_url());
        let email = input.0.email.trim().to_owned();
        if !is_email(&email) {
            return Err(ApiError::invalid("email", "A valid e-mail address is required"));
        }
        let shown = printable(&email);
        let links = self.0.db.write(move |tx| begin(tx, user, &email, &site_url, now)).await?;
        if !self.0.mail.is_on() {
            // Not part of the request, because the console may be slow or blocked.
            tokio::task::spawn_blocking(move || {
                let new = links.new.unwrap_or_else(|| "None: this address has an account already.".into());
                say(format!(
                    "\n──── A member changes their address to {shown}: both links are needed, within a day ────\nFor the present address: {}\nFor the new address: {new}\n────\n",
                    links.old
                ));
            });
        }
        Ok(message("Check both mailboxes: the change counts once both addresses have confirmed it."))
    }

    /// Drop the change of your address
    #[oai(path = "/users/me/email", method = "delete", operation_id = "drop_address_change")]
    async fn drop_address_change(&self, member: Member) -> ApiResult<Item<Message>> {
        let user = member.0.id;
        self.0.db.write(move |tx| Ok(store::delete_change(tx, user)?)).await?;
        Ok(message("Your address stays as it is."))
    }

    /// Confirm a change of an address
    ///
    /// With the token of a link from either mail. Nobody needs to be signed in.
    #[oai(path = "/auth/address/confirm", method = "post", operation_id = "confirm_address")]
    async fn confirm_address(&self, input: Input<AddressToken>) -> ApiResult<Item<AddressAnswer>> {
        let now = self.0.clock.now();
        self.0.db.write(move |tx| confirm(tx, &input.0.token, now).map(Item)).await
    }

    /// Refuse a change of an address
    ///
    /// With the token of the link to the present address. Whoever asked for the change was signed in, so all sessions end.
    #[oai(path = "/auth/address/refuse", method = "post", operation_id = "refuse_address")]
    async fn refuse_address(&self, input: Input<AddressToken>) -> ApiResult<Item<Message>> {
        let now = self.0.clock.now();
        self.0
            .db
            .write(move |tx| {
                let (user, side) = store::find_side(tx, &input.0.token)?.ok_or_else(gone)?;
                store::find_change(tx, user, now)?.ok_or_else(gone)?;
                store::delete_change(tx, user)?;
                if side == Side::Old {
                    delete_sessions(tx, user)?;
                }
                Ok(())
            })
            .await?;
        Ok(message("The address stays as it is, and all devices are signed out."))
    }

    /// Download everything that is stored about you
    ///
    /// One JSON file. At most {DOWNLOADS}.
    #[oai(path = "/users/me/data", method = "get", operation_id = "download_data")]
    async fn download_data(&self, member: Member) -> ApiResult<DataFile> {
        let (user, now) = (member.0.id, self.0.clock.now());
        self.0.db.write(move |tx| limits::DOWNLOADS.take(tx, &user.to_string(), now)).await?;
        let data = self.0.db.read(move |conn| data_store::find_data(conn, user, now)).await?;
        Ok(DataFile::Ok(
            Written(data),
            "attachment; filename=\"my-data.json\"".into(),
            "no-store".into(),
        ))
    }

    /// Delete your account
    ///
    /// Personal data goes at once and for good. Approved projects and comments stay under "Deleted member" unless `withContent` is
    /// set; certificates can still be verified by their id. 409 for the last admin.
    #[oai(path = "/users/me/delete", method = "post", operation_id = "delete_account")]
    async fn delete_account(&self, member: Member, input: Input<DeletionInput>) -> ApiResult<Item<Message>> {
        let (user, now, input) = (member.0.id, self.0.clock.now(), input.0);
        self.0
            .db
            .write(move |tx| {
                let account = find_account(tx, user)?.ok_or_else(ApiError::unauthorized)?;
                if !rules::is_confirmed(&input.confirmation, &account.name) {
                    return Err(ApiError::invalid("confirmation", "Please type your name as it is written above"));
                }
                if store::is_last_admin(tx, user)? {
                    return Err(ApiError::conflict("You are the last admin. Make somebody else an admin first."));
                }
                deletion_store::delete_account(tx, &account, input.with_content, now)?;
                leave_everything(tx, user, now)?;
                deletion_store::delete_traces(tx, &account)
            })
            .await?;
        Ok(message("Your account is deleted. Take care!"))
    }
}
