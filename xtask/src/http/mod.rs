//! A static file server for the built page, as a plain static host would serve it.
//!
//! Our own, and as small as it can be: one answer a connection and a thread for each. A ready-made small
//! server was tried first; it could leave one of a browser's six parallel connections without a thread.

mod answer;
mod mime;
mod path;

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};

/// A server bound to a port of this computer.
pub(crate) struct StaticServer {
    listener: TcpListener,
    root: PathBuf,
    port: u16,
    stopped: AtomicBool,
}

impl StaticServer {
    /// Binds to 127.0.0.1 only; port 0 takes any free one. Requests wait until [`StaticServer::run`].
    pub(crate) fn bind(root: PathBuf, port: u16) -> Result<Self> {
        let address = (Ipv4Addr::LOCALHOST, port);
        let listener = TcpListener::bind(address).map_err(|error| explain(port, &error))?;
        let port = listener.local_addr().context("the server has no address")?.port();
        Ok(Self { listener, root, port, stopped: AtomicBool::new(false) })
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until [`StaticServer::stop`], which for `serve` is never.
    pub(crate) fn run(&self) {
        thread::scope(|scope| {
            for stream in self.listener.incoming() {
                if self.stopped.load(Ordering::Acquire) {
                    break;
                }
                // A browser that closes a connection early is its own business.
                let Ok(stream) = stream else { continue };
                scope.spawn(|| drop(answer::answer(stream, &self.root)));
            }
        });
    }

    /// Serves while `work` runs, and stops after it.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&str) -> T) -> T {
        thread::scope(|scope| {
            // Also when the work panics: the scope waits for the server.
            let _stop = StopLater(self);
            scope.spawn(|| self.run());
            work(&self.url())
        })
    }

    /// Lets [`StaticServer::run`] come to its end: it looks at the flag with the next connection.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
    }
}

struct StopLater<'a>(&'a StaticServer);

impl Drop for StopLater<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
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
