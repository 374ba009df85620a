//! Percent-encoding, strict in what is written and lenient in what is read.

/// Appends a text. What a reader or a chat program could mistake for something else is encoded.
pub(super) fn encode(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'+') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// Reads a text. A `%` that begins no code stands for itself: links get cut off anywhere.
pub(super) fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| Some((digit(bytes.get(at + 1))?, digit(bytes.get(at + 2))?)));
        if let Some(Some((high, low))) = code {
            out.push(high << 4 | low);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn digit(byte: Option<&u8>) -> Option<u8> {
    let digit = char::from(*byte?).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = "a~b!c,d e&f=g#h%i+ä-._";
        let mut written = String::new();
        encode(text, &mut written);
        assert_eq!(written, "a%7Eb%21c%2Cd%20e%26f%3Dg%23h%25i+%C3%A4-._");
        assert_eq!(decode(&written), text);
    }

    #[test]
    fn a_broken_code_stands_for_itself() {
        for text in ["%", "%7", "a%zz", "%%41"] {
            assert_eq!(decode(text), text.replace("%41", "A"));
        }
    }
}
