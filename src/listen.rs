//! The listening socket with two bounds that the framework lacks: how many connections are open at once, and a pause
//! where none can be accepted (out of file descriptors), instead of a busy loop.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use poem::http::uri::Scheme;
use poem::listener::Acceptor;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections that are open at once; further ones wait in the system's queue.
const CONNECTIONS: usize = 4096;
/// After a failed accept.
const PAUSE: Duration = Duration::from_millis(100);

/// An acceptor with bounds.
pub struct Bounded<A> {
    inner: A,
    places: Arc<Semaphore>,
}

impl<A> Bounded<A> {
    pub fn new(inner: A) -> Bounded<A> {
        Bounded {
            inner,
            places: Arc::new(Semaphore::new(CONNECTIONS)),
        }
    }
}

impl<A: Acceptor> Acceptor for Bounded<A> {
    type Io = Placed<A::Io>;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.inner.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(Self::Io, LocalAddr, RemoteAddr, Scheme)> {
        let place = self.places.clone().acquire_owned().await.map_err(io::Error::other)?;
        match self.inner.accept().await {
            Ok((io, local, remote, scheme)) => Ok((Placed { io, _place: place }, local, remote, scheme)),
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                tokio::time::sleep(PAUSE).await;
                Err(error)
            }
        }
    }
}

/// A connection that gives its place back when it ends.
pub struct Placed<I> {
    io: I,
    _place: OwnedSemaphorePermit,
}

impl<I: AsyncRead + Unpin> AsyncRead for Placed<I> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(context, buffer)
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for Placed<I> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, parts: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}
