//! One connection: a request line, and a file or a readable message in return.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::Duration;

use super::{mime, path};

/// A longer head is not one of a browser that wants a file.
const HEAD_BYTES: usize = 16 << 10;

/// A browser may open a connection ahead of need; it is not kept for ever.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads one request and answers it.
///
/// # Errors
/// When the other side is gone or does not send a request.
pub(super) fn answer(mut stream: TcpStream, root: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let Some(head) = read_head(&mut stream)? else { return Ok(()) };
    let mut words = head.split_ascii_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !matches!(method, "GET" | "HEAD") {
        return message(&mut stream, "405 Method Not Allowed", "405: only GET and HEAD are answered");
    }
    let found = path::resolve(root, target).and_then(|path| Some((File::open(&path).ok()?, path)));
    let Some((mut file, path)) = found else {
        return message(&mut stream, "404 Not Found", "404: this page does not exist");
    };
    let length = file.metadata()?.len();
    stream.write_all(headers("200 OK", mime::of(&path), length).as_bytes())?;
    if method == "GET" {
        io::copy(&mut file, &mut stream)?;
    }
    stream.shutdown(Shutdown::Write)
}

/// The head of the request; none when the connection was closed without one.
fn read_head(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut chunk = [0; 2048];
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        let read = stream.read(&mut chunk)?;
        if read == 0 || head.len() + read > HEAD_BYTES {
            return Ok(None);
        }
        head.extend_from_slice(&chunk[..read]);
    }
    Ok(Some(String::from_utf8_lossy(&head).into_owned()))
}

/// A short answer that a person can read.
fn message(stream: &mut TcpStream, status: &str, text: &str) -> io::Result<()> {
    let body = format!("{text}\n");
    stream.write_all(headers(status, mime::TEXT, body.len() as u64).as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.shutdown(Shutdown::Write)
}

/// The head of an answer, with what static hosts of public files send as well.
fn headers(status: &str, mime: &str, length: u64) -> String {
    let lines = [
        format!("HTTP/1.1 {status}"),
        format!("content-type: {mime}"),
        format!("content-length: {length}"),
        // After a new build, a reload must show it.
        "cache-control: no-cache".to_owned(),
        // A wrong type must fail here as it would elsewhere.
        "x-content-type-options: nosniff".to_owned(),
        // Sandboxed frames have an opaque origin and load modules only so.
        "access-control-allow-origin: *".to_owned(),
        "connection: close".to_owned(),
    ];
    lines.join("\r\n") + "\r\n\r\n"
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::thread;

    use crate::http::StaticServer;

    fn ask(address: &str, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Many connections at once, some of which never send anything, as browsers do.
    #[test]
    fn every_request_is_answered() {
        let root = std::env::temp_dir().join(format!("stepdown-http-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join("boot.js"), "let a;").unwrap();
        StaticServer::bind(root.clone(), 0).unwrap().during(|url| {
            let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
            let idle: Vec<_> = (0..8).map(|_| TcpStream::connect(&address).unwrap()).collect();
            thread::scope(|scope| {
                for _ in 0..24 {
                    scope.spawn(|| {
                        let text = ask(&address, "GET /boot.js HTTP/1.1\r\nhost: x\r\n\r\n");
                        assert!(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("\r\n\r\nlet a;"));
                    });
                }
            });
            assert!(ask(&address, "HEAD /boot.js HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
            assert!(ask(&address, "GET /../boot.js HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
            assert!(ask(&address, "POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
            drop(idle);
        });
        fs::remove_dir_all(root).unwrap();
    }
}
