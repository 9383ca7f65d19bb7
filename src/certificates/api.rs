//! Certificates for everybody: look one up, its picture and document; who sees it is its recipient's choice.

use std::sync::Arc;

use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json};
use poem_openapi::{ApiResponse, OpenApi};

use super::guards::{is_recipient, not_found, order, require_certificate};
use super::print::scene::{Format, Order};
use super::rules::{Standing, file_name, scale, unprintable};
use super::store::set_private;
use super::views::{Certificate, CertificateChanged, VisibilityInput};
use crate::app::App;
use crate::auth::{Member, Viewer, client_address};
use crate::credentials::guards::{find_signed, sign_now};
use crate::credentials::rules::disposition;
use crate::credentials::store::Subject;
use crate::credentials::views::{CredentialFile, UNSIGNED};
use crate::error::{ApiError, ApiResult};
use crate::limits::CERTIFICATES_MISSED;
use crate::members::rules::Eyes;
use crate::sessions::rules::client;
use crate::site::store::find_settings;
use crate::web::caching::is_known;
use crate::web::document::Tag;
use crate::web::item::Item;

pub struct CertificatesApi(pub Arc<App>);

/// Browsers keep the file and ask whether it still stands.
const CACHE: &str = "private, no-cache";

/// A picture in pixels.
#[derive(ApiResponse)]
pub enum PngFile {
    /// The picture, 1123 × 794 pixels times the scale.
    #[oai(status = 200, content_type = "image/png")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "ETag")] String,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
    /// The copy that the client has is current.
    #[oai(status = 304)]
    NotModified(#[oai(header = "ETag")] String, #[oai(header = "Cache-Control")] String),
}

/// A picture in lines.
#[derive(ApiResponse)]
pub enum SvgFile {
    /// The picture; its texts are outlines.
    #[oai(status = 200, content_type = "image/svg+xml")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "ETag")] String,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
    /// The copy that the client has is current.
    #[oai(status = 304)]
    NotModified(#[oai(header = "ETag")] String, #[oai(header = "Cache-Control")] String),
}

/// A document.
#[derive(ApiResponse)]
pub enum PdfFile {
    /// The document: A4 across, with a link and a QR code to the page that verifies it.
    #[oai(status = 200, content_type = "application/pdf")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "ETag")] String,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
    /// The copy that the client has is current.
    #[oai(status = 304)]
    NotModified(#[oai(header = "ETag")] String, #[oai(header = "Cache-Control")] String),
}

/// A file of a certificate and what is said about it.
struct Printed {
    etag: String,
    /// None when the client has it already.
    bytes: Option<Vec<u8>>,
    disposition: String,
}

impl CertificatesApi {
    /// Looks a certificate up. A client that misses too often has to wait, so that nobody can guess ids.
    async fn find(&self, request: &Request, typed: String, eyes: Eyes) -> ApiResult<(Certificate, Order)> {
        let (site_url, now) = (self.0.config.site_url(), self.0.clock.now());
        let who = client(&client_address(request, &self.0));
        let asked = who.clone();
        let found = self
            .0
            .db
            .read(move |conn| {
                CERTIFICATES_MISSED.check(conn, &asked, now)?;
                let certificate = require_certificate(conn, &typed, eyes, &site_url)?;
                let order = order(conn, &certificate, &*find_settings(conn)?)?;
                Ok((certificate, order))
            })
            .await;
        if found.as_ref().is_err_and(|error| *error == not_found()) {
            self.0.db.write(move |tx| CERTIFICATES_MISSED.take(tx, &who, now)).await?;
        }
        found
    }

    async fn print(&self, request: &Request, typed: String, eyes: Eyes, format: Format) -> ApiResult<Printed> {
        let (mut certificate, mut order) = self.find(request, typed.clone(), eyes).await?;
        if order.credential.is_none() && certificate.status == Standing::Valid {
            sign_now(&self.0, Subject::Certificate(certificate.id)).await?;
            (certificate, order) = self.find(request, typed, eyes).await?;
        }
        if let Some(why) = unprintable(certificate.status, eyes.is_admin()) {
            return Err(ApiError::forbidden(why));
        }
        let etag = format!("\"{:016x}\"", order.key(format));
        let ending = match format {
            Format::Svg => "svg",
            Format::Png(_) => "png",
            Format::Pdf => "pdf",
        };
        let name = file_name(&certificate.recipient_name, &certificate.certificate_id, ending);
        let bytes = if is_known(request.headers(), &etag) {
            None
        } else {
            Some(self.0.printer.print(order, format).await?.to_vec())
        };
        Ok(Printed {
            etag,
            bytes,
            disposition: disposition("inline", &name),
        })
    }
}

#[OpenApi(tag = "Tag::Certificates")]
impl CertificatesApi {
    /// Look a certificate up
    ///
    /// By its printed id, in any case. A held or revoked certificate is found too, and says so; a private one is found only
    /// by its recipient and admins. Misses are limited to {CERTIFICATES_MISSED} for a network address.
    #[oai(path = "/certificates/public/:certificateId", method = "get", operation_id = "get_certificate")]
    async fn get_certificate(
        &self,
        viewer: Viewer,
        request: &Request,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
    ) -> ApiResult<Item<Certificate>> {
        Ok(Item(self.find(request, certificate_id.0, viewer.eyes()).await?.0))
    }

    /// Get the picture of a certificate
    #[oai(
        path = "/certificates/public/:certificateId/image.png",
        method = "get",
        operation_id = "get_certificate_picture"
    )]
    async fn get_certificate_picture(
        &self,
        viewer: Viewer,
        request: &Request,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
        /// Times the size of the page: `1` (by default) to `4`.
        scale: Query<Option<u8>>,
    ) -> ApiResult<PngFile> {
        let scale = self::scale(scale.0).ok_or_else(|| ApiError::invalid("scale", "The scale must be between 1 and 4"))?;
        let printed = self.print(request, certificate_id.0, viewer.eyes(), Format::Png(scale)).await?;
        Ok(match printed.bytes {
            Some(bytes) => PngFile::Ok(Binary(bytes), printed.etag, CACHE.into(), printed.disposition),
            None => PngFile::NotModified(printed.etag, CACHE.into()),
        })
    }

    /// Get the picture of a certificate in lines
    #[oai(
        path = "/certificates/public/:certificateId/image.svg",
        method = "get",
        operation_id = "get_certificate_drawing"
    )]
    async fn get_certificate_drawing(
        &self,
        viewer: Viewer,
        request: &Request,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
    ) -> ApiResult<SvgFile> {
        let printed = self.print(request, certificate_id.0, viewer.eyes(), Format::Svg).await?;
        Ok(match printed.bytes {
            Some(bytes) => SvgFile::Ok(Binary(bytes), printed.etag, CACHE.into(), printed.disposition),
            None => SvgFile::NotModified(printed.etag, CACHE.into()),
        })
    }

    /// Get the document of a certificate
    #[oai(
        path = "/certificates/public/:certificateId/document.pdf",
        method = "get",
        operation_id = "get_certificate_document"
    )]
    async fn get_certificate_document(
        &self,
        viewer: Viewer,
        request: &Request,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
    ) -> ApiResult<PdfFile> {
        let printed = self.print(request, certificate_id.0, viewer.eyes(), Format::Pdf).await?;
        Ok(match printed.bytes {
            Some(bytes) => PdfFile::Ok(Binary(bytes), printed.etag, CACHE.into(), printed.disposition),
            None => PdfFile::NotModified(printed.etag, CACHE.into()),
        })
    }

    /// Get the signed credential of a certificate
    ///
    /// An Open Badge 3.0, byte for byte as it was signed. Anybody can check it without this site.
    #[oai(
        path = "/certificates/public/:certificateId/credential.json",
        method = "get",
        operation_id = "get_certificate_credential"
    )]
    async fn get_certificate_credential(
        &self,
        viewer: Viewer,
        request: &Request,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
    ) -> ApiResult<CredentialFile> {
        let (certificate, _) = self.find(request, certificate_id.0, viewer.eyes()).await?;
        let found = find_signed(&self.0, Subject::Certificate(certificate.id)).await?;
        let found = found.ok_or_else(|| ApiError::not_found(unprintable(certificate.status, false).unwrap_or(UNSIGNED)))?;
        let name = file_name(&certificate.recipient_name, &certificate.certificate_id, "json");
        Ok(CredentialFile::new(found.document, &name))
    }

    /// Choose who sees your certificate
    ///
    /// A private one is seen by its recipient and by admins only.
    #[oai(
        path = "/certificates/:certificateId/visibility",
        method = "put",
        operation_id = "set_certificate_visibility"
    )]
    async fn set_certificate_visibility(
        &self,
        member: Member,
        #[oai(name = "certificateId")] certificate_id: Path<String>,
        input: Json<VisibilityInput>,
    ) -> ApiResult<Item<CertificateChanged>> {
        let (eyes, typed, is_private, site_url) = (member.0.eyes(), certificate_id.0, input.0.is_private, self.0.config.site_url());
        self.0
            .db
            .write(move |tx| {
                let found = require_certificate(tx, &typed, eyes, &site_url)?;
                if !is_recipient(&found, eyes) {
                    return Err(ApiError::forbidden("Only its recipient may do this."));
                }
                set_private(tx, found.id, is_private)?;
                let message = if is_private {
                    "Only you and the admins see this certificate now."
                } else {
                    "Everybody can see and verify this certificate now."
                };
                Ok(Item(CertificateChanged {
                    message: message.into(),
                    certificate: require_certificate(tx, &typed, eyes, &site_url)?,
                }))
            })
            .await
    }
}
