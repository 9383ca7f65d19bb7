//! All certificates and badges of a member in one zip file. It is made while it is sent, so that it takes little memory however
//! many they are.

use std::io::{self, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use http_body::Frame;
use http_body_util::combinators::BoxBody;
use poem::Body;
use poem_openapi::payload::Binary;
use poem_openapi::{ApiResponse, OpenApi};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use tokio::sync::mpsc;

use crate::app::App;
use crate::auth::Member;
use crate::badges::pictures::picture;
use crate::badges::store::find_badge;
use crate::certificates::guards::{is_recipient, order};
use crate::certificates::print::scene::Format;
use crate::certificates::rules::{Standing, file_name};
use crate::certificates::store::find_by_key;
use crate::credentials::files::bake_png;
use crate::credentials::guards::sign_now;
use crate::credentials::store::{Subject, find_credential_of, list_of_member};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::limits::DOWNLOADS;
use crate::members::rules::Eyes;
use crate::site::store::find_settings;
use crate::text::file_stem;
use crate::web::document::Tag;
use crate::work::aside;

pub struct CredentialsApi(pub Arc<App>);

/// Pieces that are made ahead of a slow client.
const AHEAD: usize = 2;

/// All credentials of a member.
#[derive(ApiResponse)]
pub enum CredentialsFile {
    /// A zip file: a PDF for each certificate, a picture for each badge, each with its signed credential in it and beside it.
    #[oai(status = 200, content_type = "application/zip")]
    Ok(
        Binary<Body>,
        #[oai(header = "Content-Disposition")] String,
        #[oai(header = "Cache-Control")] String,
    ),
}

#[OpenApi(tag = "Tag::Members")]
impl CredentialsApi {
    /// Download all your certificates and badges
    ///
    /// Those that are private, too; without those that are held or revoked. At most {DOWNLOADS}.
    #[oai(path = "/users/me/credentials.zip", method = "get", operation_id = "download_credentials")]
    async fn download_credentials(&self, member: Member) -> ApiResult<CredentialsFile> {
        let (caller, now, app) = (member.0, self.0.clock.now(), self.0.clone());
        let (user, eyes) = (caller.id, caller.eyes());
        self.0.db.write(move |tx| DOWNLOADS.take(tx, &user.to_string(), now)).await?;
        let subjects = self.0.db.read(move |conn| Ok(list_of_member(conn, user)?)).await?;
        let (pieces, sent) = mpsc::channel(AHEAD);
        tokio::spawn(async move {
            if let Err(error) = pack(&app, subjects, eyes, &pieces).await {
                tracing::error!(%error, "a file of credentials ends early");
                // So that the client does not take it for a whole one.
                let _ = pieces.send(Err(io::Error::other("it ends early"))).await;
            }
        });
        Ok(CredentialsFile::Ok(
            Binary(Body::from(BoxBody::new(Sent(sent)))),
            "attachment; filename=\"my-credentials.zip\"".into(),
            "no-store".into(),
        ))
    }
}

/// A body that is made meanwhile.
struct Sent(mpsc::Receiver<io::Result<Bytes>>);

impl http_body::Body for Sent {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}

async fn pack(app: &App, subjects: Vec<Subject>, eyes: Eyes, pieces: &mpsc::Sender<io::Result<Bytes>>) -> ApiResult<()> {
    let mut zip = Zip::default();
    for subject in subjects {
        let files = match subject {
            Subject::Certificate(id) => certificate(app, id, eyes).await?,
            Subject::Badge(id) => badge(app, id, eyes).await?,
        };
        let packed = aside(move || {
            let added = files.into_iter().try_for_each(|file| zip.add(&file));
            added.map(|()| (zip.take(), zip))
        });
        let (piece, rest) = packed.await?.map_err(ApiError::internal)?;
        zip = rest;
        if pieces.send(Ok(piece)).await.is_err() {
            // The client has gone.
            return Ok(());
        }
    }
    let end = zip.end().map_err(ApiError::internal)?;
    let _ = pieces.send(Ok(end)).await;
    Ok(())
}

/// A file that goes into the zip file.
struct Inside {
    name: String,
    bytes: Vec<u8>,
    at: Instant,
}

async fn certificate(app: &App, id: Id, eyes: Eyes) -> ApiResult<Vec<Inside>> {
    sign_now(app, Subject::Certificate(id)).await?;
    let site_url = app.config.site_url();
    let found = app.db.read(move |conn| {
        let found = find_by_key(conn, id, &site_url)?;
        let Some(found) = found.filter(|found| found.status == Standing::Valid && is_recipient(found, eyes)) else {
            return Ok(None);
        };
        let order = order(conn, &found, &*find_settings(conn)?)?;
        Ok(Some((found, order)))
    });
    let Some((found, order)) = found.await? else { return Ok(Vec::new()) };
    let inside = |ending: &str, bytes: Vec<u8>| Inside {
        name: format!("certificates/{}", file_name(&found.recipient_name, &found.certificate_id, ending)),
        bytes,
        at: found.issue_date,
    };
    let credential = order.credential.as_ref().map(|text| inside("json", text.as_bytes().to_vec()));
    let printed = app.printer.print(order, Format::Pdf).await?;
    Ok([inside("pdf", printed.to_vec())].into_iter().chain(credential).collect())
}

async fn badge(app: &App, id: Id, eyes: Eyes) -> ApiResult<Vec<Inside>> {
    sign_now(app, Subject::Badge(id)).await?;
    let site_url = app.config.site_url();
    let found = app.db.read(move |conn| {
        let found = find_badge(conn, id, eyes, &site_url)?;
        Ok((found, find_credential_of(conn, Subject::Badge(id))?))
    });
    let (Some(badge), credential) = found.await? else {
        return Ok(Vec::new());
    };
    aside(move || {
        let inside = |ending: &str, bytes: Vec<u8>| Inside {
            name: format!("badges/{}_{id}.{ending}", file_stem(&badge.name)),
            bytes,
            at: badge.issue_date,
        };
        let picture = picture(badge.badge_type, badge.level, "png").ok_or_else(|| ApiError::internal("a badge has no picture"))?;
        Ok(match credential {
            Some(credential) => {
                let baked = bake_png(&picture, &credential.document).map_err(ApiError::internal)?;
                vec![inside("png", baked), inside("json", credential.document.into_bytes())]
            }
            None => vec![inside("png", picture)],
        })
    })
    .await?
}

/// What was written and not yet taken.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A zip file, taken in pieces. Pictures and documents are packed already; packing them again says where they end.
struct Zip {
    archive: ZipArchiveWriter<Written>,
    written: Written,
}

impl Default for Zip {
    fn default() -> Zip {
        let written = Written::default();
        Zip {
            archive: ZipArchiveWriter::new(written.clone()),
            written,
        }
    }
}

impl Zip {
    fn add(&mut self, file: &Inside) -> Result<(), rawzip::Error> {
        let modified = UtcDateTime::from_unix(file.at.millis() / 1000);
        // The permissions make it a file of Unix; of others, some programs take the names for those of DOS.
        let builder = self.archive.new_file(file.name.as_str());
        let builder = builder
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(modified)
            .unix_permissions(0o644);
        let (mut entry, config) = builder.start()?;
        let mut data = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        data.write_all(&file.bytes)?;
        let (packed, sums) = data.finish()?;
        packed.finish()?;
        entry.finish(sums)?;
        Ok(())
    }

    /// What was written since the last time.
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.written.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }

    fn end(self) -> Result<Bytes, rawzip::Error> {
        let Zip { archive, written } = self;
        archive.finish()?;
        let rest = std::mem::take(&mut *written.0.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(rest.into())
    }
}
