//! A static file server for the built page, as a plain static host would serve it.

mod mime;
mod path;

use std::fs::File;
use std::io::{self, Cursor};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

/// Requests answered at the same time; a browser opens six connections to a host.
const THREADS: usize = 6;

/// A server bound to a port of this computer.
pub(crate) struct StaticServer {
    server: Server,
    root: PathBuf,
    port: u16,
}

impl StaticServer {
    /// Binds to 127.0.0.1 only; port 0 takes any free one. Requests wait until [`StaticServer::run`].
    pub(crate) fn bind(root: PathBuf, port: u16) -> Result<Self> {
        let address = (Ipv4Addr::LOCALHOST, port);
        let listener = TcpListener::bind(address).map_err(|error| explain(port, &error))?;
        let port = listener.local_addr().context("the server has no address")?.port();
        let server = Server::from_listener(listener, None)
            .map_err(|error| anyhow!("the server could not start: {error}"))?;
        Ok(Self { server, root, port })
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until [`StaticServer::stop`], which for `serve` is never.
    pub(crate) fn run(&self) {
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while let Ok(request) = self.server.recv() {
                        self.answer(request);
                    }
                });
            }
        });
    }

    /// Serves while `work` runs, and stops after it.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&str) -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.run());
            let result = work(&self.url());
            self.stop();
            result
        })
    }

    /// Lets every thread of [`StaticServer::run`] come to its end.
    fn stop(&self) {
        for _ in 0..THREADS {
            self.server.unblock();
        }
    }

    fn answer(&self, request: Request) {
        // A browser that closes the connection early is its own business.
        let _ = match request.method() {
            Method::Get | Method::Head => match self.open(request.url()) {
                Some((content, mime)) => {
                    // In one piece and with its length, as static hosts send files.
                    let response = Response::from_file(content).with_chunked_threshold(usize::MAX);
                    request.respond(with_headers(response, mime))
                }
                None => request.respond(message(404, "404: this page does not exist")),
            },
            _ => request.respond(message(405, "405: only GET and HEAD are answered")),
        };
    }

    fn open(&self, target: &str) -> Option<(File, &'static str)> {
        let path = path::resolve(&self.root, target)?;
        Some((File::open(&path).ok()?, mime::of(&path)))
    }
}

/// A short answer that a person can read.
fn message(status: u16, text: &str) -> Response<Cursor<Vec<u8>>> {
    let response = Response::from_string(format!("{text}\n")).with_status_code(StatusCode(status));
    with_headers(response, mime::TEXT)
}

/// Adds what static hosts of public files send as well.
fn with_headers<R: io::Read>(response: Response<R>, mime: &str) -> Response<R> {
    let headers = [
        ("content-type", mime),
        // After a new build, a reload must show it.
        ("cache-control", "no-cache"),
        // A wrong type must fail here as it would elsewhere.
        ("x-content-type-options", "nosniff"),
        // Sandboxed frames have an opaque origin and load modules only so.
        ("access-control-allow-origin", "*"),
    ];
    headers.into_iter().fold(response, |response, (name, value)| match Header::from_bytes(name, value) {
        Ok(header) => response.with_header(header),
        Err(()) => response,
    })
}

fn explain(port: u16, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!("port {port} is already in use; choose another one with `--port N`")
        }
        io::ErrorKind::PermissionDenied => {
            anyhow!("port {port} may not be used by this user; choose another one with `--port N`")
        }
        _ => anyhow!("could not listen on 127.0.0.1:{port}: {error}"),
    }
}

/// Fails when the page has not been built yet.
pub(crate) fn require_page(dist: &Path) -> Result<()> {
    if !dist.join("index.html").is_file() {
        bail!("there is no page in {}; build it first", dist.display());
    }
    Ok(())
}
