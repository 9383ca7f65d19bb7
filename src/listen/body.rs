//! Bodies in transit: a request's body must arrive at a minimum pace, and an answer's body reports when it is sent.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use tokio::time::Sleep;

use super::held::Held;
use super::places::Places;

/// Marks an answer whose bytes are part of the executable, so they use no extra memory.
#[derive(Debug, Clone, Copy)]
pub struct Built;

/// A request in progress, until it is dropped.
pub struct Request {
    held: Arc<Held>,
}

impl Request {
    pub fn begin(held: &Arc<Held>, is_http2: bool) -> Request {
        let mut state = held.state();
        if state.requests == 0 {
            state.since = Instant::now();
            state.written = 0;
            state.stalled_before = Duration::ZERO;
        }
        state.requests += 1;
        state.head = None;
        state.is_used = true;
        state.is_http2 = is_http2;
        drop(state);
        Request { held: held.clone() }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut state = self.held.state();
        state.requests -= 1;
        if state.requests == 0 {
            state.since = Instant::now();
        }
    }
}

/// A request's body. It fails with `TimedOut` when the client makes the server wait too long.
pub struct Paced {
    inner: BoxBody<Bytes, io::Error>,
    held: Arc<Held>,
    places: Arc<Places>,
    received: u64,
    /// Time spent waiting for the client so far.
    waited: Duration,
    /// When the current wait began, and the timer that ends it.
    waits: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Paced {
    pub fn new(inner: BoxBody<Bytes, io::Error>, held: Arc<Held>, places: Arc<Places>) -> Paced {
        Paced {
            inner,
            held,
            places,
            received: 0,
            waited: Duration::ZERO,
            waits: None,
        }
    }

    /// How long the server waits for the client, depending on how much it has sent.
    fn allowed(&self) -> Duration {
        let limits = &self.places.limits;
        let earned = Duration::from_secs(self.received / u64::from(limits.pace.max(1)));
        (limits.grace + earned).min(limits.body)
    }

    fn arrived(&mut self) {
        if let Some((since, _)) = self.waits.take() {
            self.waited += since.elapsed();
            self.held.state().awaited -= 1;
        }
    }
}

impl Drop for Paced {
    fn drop(&mut self) {
        self.arrived();
    }
}

impl Body for Paced {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(context) {
            self.arrived();
            if let Some(Ok(frame)) = &frame {
                self.received += frame.data_ref().map_or(0, |data| data.len() as u64);
            }
            return Poll::Ready(frame);
        }
        if self.waits.is_none() {
            let left = self.allowed().saturating_sub(self.waited).min(self.places.limits.pause);
            self.waits = Some((Instant::now(), Box::pin(tokio::time::sleep(left))));
            self.held.state().awaited += 1;
        }
        if let Some((_, alarm)) = &mut self.waits {
            ready!(alarm.as_mut().poll(context));
        }
        self.arrived();
        Poll::Ready(Some(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the client took too long to send its request",
        ))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// An answer's body, together with the request that it answers.
pub struct Answer {
    inner: BoxBody<Bytes, io::Error>,
    request: Request,
}

impl Answer {
    pub fn new(inner: BoxBody<Bytes, io::Error>, request: Request) -> Answer {
        let mut state = request.held.state();
        if state.answers == 0 {
            state.answers_since = Instant::now();
        }
        state.answers += 1;
        drop(state);
        Answer { inner, request }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.request.held.state().answers -= 1;
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Pin::new(&mut self.inner).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
