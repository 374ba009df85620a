//! Durations as settings write them, in ISO 8601 as Joda reads it: `PT45S`, `PT1M30S`, `PT0.5S`, `P1D`.

use super::shorten;

/// The longest that is read, in milliseconds: some thirty years.
const LONGEST_MS: u64 = 1_000_000_000_000;

/// The units with their milliseconds, in the order in which they are written. Months and years have no fixed length.
const UNITS: [(u8, u64); 5] =
    [(b'W', 604_800_000), (b'D', 86_400_000), (b'H', 3_600_000), (b'M', 60_000), (b'S', 1_000)];

/// Where in them the `T` stands.
const DATES: usize = 2;

/// Reads a duration, in milliseconds. What is shorter than one is dropped.
///
/// # Errors
/// Says what was found and what was expected.
pub fn read_duration(text: &str) -> Result<u64, String> {
    let found = shorten(text.trim());
    match read(&text.trim().to_ascii_uppercase()) {
        Some(ms) if ms <= LONGEST_MS => Ok(ms),
        Some(_) => Err(format!("`{found}` is too long; expected at most {}", show_duration(LONGEST_MS))),
        None => Err(format!("`{found}` is no duration; expected one as in PT45S, PT1M30S, PT0.5S or P1D")),
    }
}

fn read(text: &str) -> Option<u64> {
    let (date, time) = match text.strip_prefix('P')?.split_once('T') {
        // After a `T` there is something.
        Some((date, time)) => (date, Some(time).filter(|time| !time.is_empty())?),
        None => (text.get(1..).filter(|date| !date.is_empty())?, ""),
    };
    Some(fields(date, &UNITS[..DATES])?.saturating_add(fields(time, &UNITS[DATES..])?))
}

/// Numbers with these units, each at most once and in this order.
fn fields(mut text: &str, mut units: &[(u8, u64)]) -> Option<u64> {
    let mut sum = 0_u64;
    while !text.is_empty() {
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let at = units.iter().position(|&(unit, _)| unit == text.as_bytes()[end])?;
        sum = sum.saturating_add(number(&text[..end], units[at])?);
        (text, units) = (&text[end + 1..], &units[at + 1..]);
    }
    Some(sum)
}

/// Digits in milliseconds. Only seconds have a fraction.
fn number(digits: &str, (unit, ms): (u8, u64)) -> Option<u64> {
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) if unit == b'S' && !fraction.is_empty() && !fraction.contains('.') => {
            (whole, fraction)
        }
        Some(_) => return None,
        None => (digits, ""),
    };
    if whole.is_empty() {
        return None;
    }
    let thousandths =
        fraction.bytes().chain(*b"000").take(3).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    // More digits than fit are too long anyway.
    let whole = whole.parse().unwrap_or(u64::MAX);
    Some(ms.saturating_mul(whole).saturating_add(thousandths))
}

/// A duration of so many milliseconds, as short as it can be written.
pub fn show_duration(ms: u64) -> String {
    let mut out = String::from("P");
    let (days, time) = (ms / 86_400_000, ms % 86_400_000);
    put(&mut out, days, 'D');
    if time > 0 || ms == 0 {
        out.push('T');
        put(&mut out, time / 3_600_000, 'H');
        put(&mut out, time / 60_000 % 60, 'M');
        if time % 60_000 > 0 || ms == 0 {
            out.push_str(&show_seconds(time % 60_000));
            out.push('S');
        }
    }
    out
}

fn put(out: &mut String, number: u64, unit: char) {
    if number > 0 {
        out.push_str(&number.to_string());
        out.push(unit);
    }
}

/// So many milliseconds in seconds, with as many places as they need.
pub fn show_seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1_000, ms % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_as_joda_reads_them() {
        let good = [
            ("PT45S", 45_000),
            ("PT1M30S", 90_000),
            ("PT90S", 90_000),
            ("PT0.5S", 500),
            ("PT0.12345S", 123),
            (" pt2h ", 7_200_000),
            ("P1D", 86_400_000),
            ("P1W", 604_800_000),
            ("P1DT1S", 86_401_000),
            ("PT0S", 0),
        ];
        for (text, ms) in good {
            assert_eq!(read_duration(text), Ok(ms), "{text}");
        }
        let bad = [
            "", "P", "PT", "P1DT", "45", "45S", "T45S", "PT45", "PTS", "PT.5S", "PT5.S", "PT1.5M",
            "PT1.2.3S", "P1M", "P1Y", "PT1S1M", "PT1S1S", "P1S", "PT1D", "PT-5S", "-PT5S", "PT5Sx", "PT5é",
        ];
        for text in bad {
            let error = read_duration(text).unwrap_err();
            assert!(
                error.contains(&format!("`{text}`")) && error.contains("expected one as in PT45S"),
                "{error}"
            );
        }
        let long = read_duration("P99999999999999999999D").unwrap_err();
        assert!(long.contains("too long; expected at most P11574DT1H46M40S"), "{long}");
    }

    #[test]
    fn durations_are_written_short() {
        let shown = [
            (0, "PT0S"),
            (90_000, "PT1M30S"),
            (10_002, "PT10.002S"),
            (86_400_000, "P1D"),
            (60_500, "PT1M0.5S"),
        ];
        for (ms, text) in shown {
            assert_eq!(show_duration(ms), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(ms in 0..=LONGEST_MS) {
            prop_assert_eq!(read_duration(&show_duration(ms)), Ok(ms));
        }

        #[test]
        fn no_text_panics(text in "\\PC*") {
            drop(read_duration(&text));
        }

        #[test]
        fn no_text_like_a_duration_panics(text in "P?[0-9.WDTHMS]{0,40}") {
            drop(read_duration(&text));
        }
    }
}
