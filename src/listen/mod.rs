//! The listening socket, with limits that the framework's own server lacks: the number of open connections in total and
//! per client, and how long a client may take for a head, a body, an answer and a pause. Requests are passed on to the
//! endpoint.

mod body;
mod connection;
mod held;
mod limits;
mod places;
mod site;
mod tls;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use poem::http::uri::Scheme;
use poem::{Endpoint, Response};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use crate::web::address::shortened;
pub use body::Built;
use connection::Ends;
use held::Client;
pub use limits::Limits;
use places::Admission;
pub use places::Places;
use site::Site;
pub use tls::Certificate;

/// Connections that the system queues until we accept them.
const BACKLOG: u32 = 4096;
/// Between tries at most, while no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(20);
/// Time between two identical log lines.
const QUIET: Duration = Duration::from_secs(60);

/// Raises this process's limit on open files as far as it may, and says what it is now.
pub fn raise_descriptors() -> usize {
    // If the limit cannot be raised, we use the current one. If it cannot be read, we assume a low one.
    let raised = rlimit::increase_nofile_limit(u64::MAX).or_else(|_| rlimit::Resource::NOFILE.get_soft());
    raised.map_or(1024, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// Opens the listening socket.
///
/// # Errors
/// When the address is in use by another program or does not belong to this machine.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `stop` returns, encrypted if there is a certificate. Then idle connections are closed, and running requests get `limits.stop` to finish.
/// Listeners with the same `places` share them.
pub async fn serve<E>(listener: TcpListener, certificate: Option<Arc<Certificate>>, endpoint: E, places: Arc<Places>, stop: impl Future<Output = ()>)
where
    E: Endpoint<Output = Response> + 'static,
{
    let site = Arc::new(Site { endpoint, certificate });
    let last_moment = places.limits.stop;
    let (stopping, stopped) = watch::channel(false);
    tokio::select! {
        () = accept(&listener, &site, &places, &stopped) => {}
        () = stop => {}
    }
    drop((listener, stopped));
    let _ = stopping.send(true);
    // Every connection holds a receiver.
    if tokio::time::timeout(last_moment, stopping.closed()).await.is_err() {
        tracing::warn!("requests were still being answered when the program stopped");
    }
}

/// Accepts connections forever.
async fn accept<E>(listener: &TcpListener, site: &Arc<Site<E>>, places: &Arc<Places>, stopped: &watch::Receiver<bool>)
where
    E: Endpoint<Output = Response> + 'static,
{
    let (mut no_files, mut greedy, mut full) = (Complaints::default(), Complaints::default(), Complaints::default());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_about_one_connection(&error) => continue,
            Err(error) => {
                // There are no file descriptors left: close an idle connection to make room.
                let made_room = places.make_room();
                no_files.say(|| tracing::warn!(%error, made_room, "no connection can be accepted"));
                let _ = tokio::time::timeout(PAUSE, places.freed.notified()).await;
                continue;
            }
        };
        let place = loop {
            match places.admit(client_of(peer.ip(), places)) {
                Admission::Granted(place) => break Some(place),
                Admission::Refused => {
                    greedy.say(|| tracing::warn!(client = %shortened(peer.ip()), "a client has too many requests open"));
                    break None;
                }
                Admission::Full => {
                    full.say(|| tracing::warn!("all places for connections are taken"));
                    let _ = tokio::time::timeout(PAUSE, places.freed.notified()).await;
                }
            }
        };
        if let Some(place) = place {
            start(stream, peer, place, site.clone(), places.clone(), stopped.clone());
        }
    }
}

fn start<E>(stream: TcpStream, peer: SocketAddr, place: places::Place, site: Arc<Site<E>>, places: Arc<Places>, mut stopped: watch::Receiver<bool>)
where
    E: Endpoint<Output = Response> + 'static,
{
    // A failure here only affects latency.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok();
    tokio::spawn(async move {
        let Some(certificate) = &site.certificate else {
            let ends = Ends::new(peer, local, Scheme::HTTP);
            return connection::serve(stream, ends, place, site.clone(), places, stopped).await;
        };
        // A handshake takes as long as a head may, and gives way as an idle connection does.
        let greeted = tokio::select! {
            greeted = tokio::time::timeout(places.limits.head, certificate.accept(stream)) => greeted,
            () = place.held.gives_way.notified() => return,
            _ = stopped.wait_for(|stops| *stops) => return,
        };
        if let Ok(Ok(stream)) = greeted {
            let ends = Ends::new(peer, local, Scheme::HTTPS);
            connection::serve(stream, ends, place, site.clone(), places, stopped).await;
        }
    });
}

/// The client that a connection counts for; `None` where a proxy stands for many clients.
fn client_of(address: IpAddr, places: &Places) -> Option<Client> {
    let address = address.to_canonical();
    let is_trusted = places.limits.trusted.iter().any(|network| network.contains(&address));
    (!is_trusted).then(|| Client::of(address))
}

/// Whether the connection broke before it was accepted. Other errors concern the listener itself.
fn is_about_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}

/// Logs one kind of problem, but not on every connection.
#[derive(Default)]
struct Complaints {
    latest: Option<Instant>,
}

impl Complaints {
    fn say(&mut self, line: impl FnOnce()) {
        if self.latest.is_none_or(|latest| latest.elapsed() >= QUIET) {
            self.latest = Some(Instant::now());
            line();
        }
    }
}
