//! One connection: passes requests to the endpoint. It ends when its client is too slow, when it must make room for
//! another connection, or when the program stops.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::Body as _;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use poem::http::uri::Scheme;
use poem::http::{StatusCode, Version, header};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Body, Endpoint, IntoResponse, Request, Response};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::Sleep;

use super::body::{self, Answer, Built, Paced};
use super::held::Held;
use super::places::{Place, Places};
use super::site::Site;
use crate::error::ApiError;

/// Bytes of a request's head, and of the buffer of a connection in each direction.
const HEAD_BYTES: usize = 16 * 1024;
/// Bytes that an HTTP/2 client may send ahead, per request and per connection.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 128 * 1024;
/// How often to check a connection while the server works on it.
const LOOK: Duration = Duration::from_secs(15);

/// The two ends of a connection, and what they speak.
#[derive(Clone)]
pub struct Ends {
    remote: RemoteAddr,
    local: LocalAddr,
    scheme: Scheme,
}

impl Ends {
    pub fn new(remote: SocketAddr, local: Option<SocketAddr>, scheme: Scheme) -> Ends {
        Ends {
            remote: RemoteAddr(Addr::SocketAddr(remote)),
            local: LocalAddr(local.map_or_else(|| Addr::custom("unknown", ""), Addr::SocketAddr)),
            scheme,
        }
    }
}

/// Serves a connection until it ends.
pub async fn serve<S, E>(stream: S, ends: Ends, place: Place, site: Arc<Site<E>>, places: Arc<Places>, mut stopped: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    E: Endpoint<Output = Response> + 'static,
{
    let held = place.held.clone();
    let service = service_fn({
        let (held, places) = (held.clone(), places.clone());
        move |request: hyper::Request<Incoming>| {
            let begun = body::Request::begin(&held, request.version() == Version::HTTP_2);
            let body_of = (held.clone(), places.clone());
            let (site, ends) = (site.clone(), ends.clone());
            async move {
                let response = match check_host(&request) {
                    Ok(()) => {
                        let mut request = Request::from((request, ends.local, ends.remote, ends.scheme));
                        let body = Paced::new(request.take_body().into(), body_of.0.clone(), body_of.1.clone());
                        request.set_body(Body::from(BoxBody::new(body)));
                        site.endpoint.get_response(request).await
                    }
                    Err(error) => error.into_response(),
                };
                let mut response: hyper::Response<BoxBody<Bytes, io::Error>> = response.into();
                if response.extensions().get::<Built>().is_none() {
                    let size = response.body().size_hint();
                    if !body_of.1.owe(&body_of.0, size.upper().unwrap_or(size.lower())) {
                        response = too_much().into();
                    }
                }
                Ok::<_, Infallible>(response.map(|body| Answer::new(body, begun)))
            }
        }
    });
    let builder = builder(&places);
    let io = Watched {
        stream,
        held: held.clone(),
        places: places.clone(),
    };
    let mut connection = pin!(builder.serve_connection(TokioIo::new(io), service));
    let mut alarm = pin!(tokio::time::sleep(LOOK));
    let mut is_stopping = false;
    loop {
        tokio::select! {
            () = in_time(connection.as_mut(), alarm.as_mut(), &held, &places) => break,
            () = held.gives_way.notified() => break,
            _ = stopped.wait_for(|stops| *stops), if !is_stopping => {
                is_stopping = true;
                if held.state().requests == 0 {
                    break;
                }
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Returns when the connection ends, or when its client has been too slow.
async fn in_time<F: Future>(mut connection: Pin<&mut F>, mut alarm: Pin<&mut Sleep>, held: &Held, places: &Places) {
    poll_fn(|context| {
        if connection.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        loop {
            // A connection is polled whenever it reads or writes, so the deadline always matches its current state.
            let now = Instant::now();
            let deadline = held.state().deadline(&places.limits);
            if deadline.is_some_and(|deadline| deadline <= now) {
                return Poll::Ready(());
            }
            let at = deadline.map(tokio::time::Instant::from_std);
            if alarm.is_elapsed() || at.is_some_and(|at| at != alarm.deadline()) {
                alarm.as_mut().reset(at.unwrap_or_else(|| tokio::time::Instant::now() + LOOK));
            }
            if alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    })
    .await;
}

/// The HTTP/1 and HTTP/2 settings that clients must respect.
fn builder(places: &Places) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        // Our own timeout starts at the first byte of a head, so that pauses between requests may be longer.
        .header_read_timeout(None)
        .max_buf_size(HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(places.limits.streams)
        .max_pending_accept_reset_streams(20)
        .max_header_list_size(HEAD_BYTES as u32)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(HEAD_BYTES);
    builder
}

/// The answer while too many answers wait for clients that do not read them.
fn too_much() -> Response {
    let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "The server is busy. Please try again in a moment.");
    error.retry_after = Some(5);
    error.into_response()
}

/// Checks that a request names exactly one host (RFC 9112, 3.2; RFC 9113, 8.3.1). With two, a proxy and we might pick
/// different ones.
fn check_host<B>(request: &hyper::Request<B>) -> Result<(), ApiError> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (host, other) = (hosts.next(), hosts.next());
    let authority = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    let is_right = match request.version() {
        Version::HTTP_2 => match (authority, host) {
            (Some(authority), Some(host)) => authority.eq_ignore_ascii_case(host.as_bytes()),
            (authority, host) => authority.is_some() || host.is_some(),
        },
        Version::HTTP_11 => host.is_some(),
        // Before HTTP/1.1, the Host header was optional.
        _ => true,
    };
    if is_right && other.is_none() {
        Ok(())
    } else {
        Err(ApiError::new(StatusCode::BAD_REQUEST, "A request must name exactly one host."))
    }
}

/// The socket. It records what the client sends and reads.
struct Watched<S> {
    stream: S,
    held: Arc<Held>,
    places: Arc<Places>,
}

impl<S> Watched<S> {
    fn note(&self, outcome: &Poll<io::Result<usize>>) {
        let mut state = self.held.state();
        match outcome {
            Poll::Pending => {
                state.stalled.get_or_insert_with(Instant::now);
            }
            Poll::Ready(taken) => {
                if let Some(since) = state.stalled.take() {
                    state.stalled_before += since.elapsed();
                }
                let bytes = taken.as_ref().map_or(0, |bytes| *bytes as u64);
                state.written += bytes;
                let is_owed = state.unsent > 0;
                drop(state);
                if is_owed {
                    self.places.sent(&self.held, bytes);
                }
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            let mut state = self.held.state();
            if state.requests == 0 {
                state.head.get_or_insert_with(Instant::now);
            }
        }
        outcome
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(&outcome);
        outcome
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(&outcome);
        outcome
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
