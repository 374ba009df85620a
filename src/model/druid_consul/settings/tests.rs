use super::*;
use crate::machine::ParameterKind;
use crate::model::{self, Model};
use proptest::prelude::*;

fn druid() -> &'static dyn Model {
    model::find("druid-consul").unwrap()
}

fn config(parameters: &[(&str, u32)]) -> Config {
    let parameters = parameters.iter().map(|&(id, number)| (id.to_owned(), Value::Number(number))).collect();
    Config { model: "druid-consul".into(), parameters, ..Config::default() }
}

fn lines(given: &[(&str, &str)]) -> Vec<(String, String)> {
    given.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// Druid's defaults, and then these lines.
fn set(given: &[(&str, &str)]) -> Result<(Config, Vec<String>), SettingError> {
    let all: Vec<_> = TABLE.iter().map(|setting| (setting.key.to_owned(), String::new())).collect();
    let (defaults, _) = druid().with_settings(&config(&[]), &all).unwrap();
    druid().with_settings(&defaults, &lines(given))
}

fn refused(given: &[(&str, &str)]) -> (String, String) {
    let SettingError { key, message } = set(given).unwrap_err();
    (key.rsplit('.').next().unwrap().to_owned(), message)
}

fn numbers(config: &Config, ids: &[&str]) -> Vec<u32> {
    let filled = config.filled(&INFO);
    let number = |id: &&str| match filled.parameters[*id] {
        Value::Number(number) => number,
        _ => unreachable!("{id} is a number"),
    };
    ids.iter().map(number).collect()
}

const TIMES: [&str; 8] = ["tick_us", "poll", "renew", "ttl", "lock_delay", "rpc_hang", "backoff", "join"];

#[test]
fn druids_defaults_are_the_decided_ticks() {
    let (defaults, notices) = set(&[]).unwrap();
    assert_eq!(numbers(&defaults, &TIMES), [1_666_667, 6, 2, 27, 3, 45, 6, 3]);
    assert_eq!(numbers(&defaults, &["max_errors"]), [0]);
    assert_eq!(notices, Vec::<String>::new());
    for row in druid().settings(&defaults).rows {
        assert_eq!(row.value, row.default, "{}", row.key);
    }
    let rows = druid().settings(&defaults).rows;
    let ticks: Vec<_> = rows.iter().map(|row| row.ticks.as_str()).collect();
    assert_eq!(ticks, ["6 ticks", "", "27 ticks", "", "6 ticks", "45 ticks", "", "3 ticks", "3 ticks"]);
}

#[test]
fn the_table_is_by_key_and_names_parameters_that_there_are() {
    for (at, key) in KEYS.into_iter().enumerate() {
        assert_eq!(key as usize, at);
        assert_eq!(Key::find(key.of().key), Some(key));
        assert_eq!(Key::find(key.short()), Some(key));
        let known = |id: &str| INFO.parameters.iter().any(|parameter| parameter.id == id);
        assert!(key.of().parameter.is_none_or(known), "{}", key.of().key);
    }
    for wrong in ["", ".", "consul.", "Ttl", "x.druid.discovery.consul.service.healthCheckInterval"] {
        assert_eq!(Key::find(wrong), None, "{wrong}");
    }
}

#[test]
fn a_free_run_stands_for_settings_and_keeps_its_ticks() {
    let rows = druid().settings(&config(&[])).rows;
    let value = |key: Key| rows[key as usize].value.as_str();
    assert_eq!(
        (value(Key::Poll), value(Key::Ttl), value(Key::LockDelay)),
        ("PT10S", "PT13.333S", "PT6.667S")
    );
    let (same, notices) = druid().with_settings(&config(&[]), &[]).unwrap();
    assert_eq!((same, notices), (config(&[]), Vec::new()));
    let (changed, notices) =
        druid().with_settings(&config(&[]), &lines(&[("leaderSessionTtl", "PT30S")])).unwrap();
    assert_eq!((numbers(&changed, &TIMES), notices), (vec![3_333_333, 3, 1, 9, 2, 0, 2, 2], Vec::new()));
    assert_eq!(changed.parameters.len(), 1, "only what differs is written down");
    assert!(druid().settings(&config(&[("poll", 0)])).rows.is_empty());
    assert!(druid().with_settings(&config(&[("poll", 0)]), &[]).is_err());
}

#[test]
fn what_is_not_whole_ticks_is_rounded_up_and_told() {
    let (rounded, notices) = set(&[("leaderSessionTtl", "PT46S"), ("watchRetryDelay", "PT0S")]).unwrap();
    assert_eq!(numbers(&rounded, &["ttl", "backoff"]), [28, 1]);
    assert_eq!(
        notices,
        [
            "leaderSessionTtl PT46S is rounded up to 28 ticks, PT46.667S",
            "watchRetryDelay PT0S is rounded up to 1 tick, PT1.667S"
        ]
    );
    let (half, notices) = set(&[("healthCheckInterval", "PT20S"), ("lock-delay", "PT15S")]).unwrap();
    assert_eq!(numbers(&half, &TIMES), [1_666_667, 12, 4, 36, 9, 45, 6, 3]);
    assert_eq!(notices, ["leaderSessionTtl follows healthCheckInterval, as its default does: PT1M"]);
    let (coarse, _) = set(&[("healthCheckInterval", "PT30S")]).unwrap();
    assert_eq!(numbers(&coarse, &TIMES), [5_000_000, 6, 2, 18, 1, 15, 2, 1]);
    let (none, _) = set(&[("lock-delay", "PT0S")]).unwrap();
    assert_eq!(numbers(&none, &["tick_us", "poll", "lock_delay"]), [3_333_333, 3, 0]);
    let own = config(&[("poll", 4), ("renew", 3), ("tick_us", 1_000_000)]);
    let (third, notices) = druid().with_settings(&own, &lines(&[("lock-delay", "")])).unwrap();
    assert_eq!(numbers(&third, &["poll", "renew"])[0], 3 * numbers(&third, &["renew"])[0]);
    assert!(notices.iter().any(|notice| notice.contains("a third of healthCheckInterval")), "{notices:?}");
}

#[test]
fn druids_rules_in_its_words() {
    let refusals = [
        ("healthCheckInterval", "PT0S", "healthCheckInterval must be positive"),
        (
            "healthCheckInterval",
            "PT40S",
            "deregisterAfter (90s) must be >= service TTL (120s = 3 × healthCheckInterval)",
        ),
        (
            "deregisterAfter",
            "PT29S",
            "deregisterAfter (29s) must be >= service TTL (30s = 3 × healthCheckInterval)",
        ),
        ("leaderSessionTtl", "PT9.9S", "leaderSessionTtl [PT9.9S] must be at least 10 seconds"),
        ("leaderSessionTtl", "P2D", "Consul takes a session TTL of 10 s to 86,400 s"),
        ("socketTimeout", "PT0S", "socketTimeout must be positive"),
        ("socketTimeout", "PT1M", "socketTimeout [PT60S] must be greater than watchSeconds [PT60S]"),
        ("watchSeconds", "PT90S", "socketTimeout [PT75S] must be greater than watchSeconds [PT90S]"),
        ("watchSeconds", "PT0.5S", "watchSeconds must be at least 1 second"),
        ("lock-delay", "PT61S", "Consul takes a lock-delay of at most 60 s"),
    ];
    for (key, value, message) in refusals {
        assert_eq!(refused(&[(key, value)]), (key.to_owned(), message.to_owned()), "{key}={value}");
    }
    let together = [("healthCheckInterval", "PT45S"), ("deregisterAfter", "PT135S")];
    assert_eq!(numbers(&set(&together).unwrap().0, &["poll"]), [9]);
    let shorter = [("socketTimeout", "PT30S"), ("watchSeconds", "PT20S")];
    let (shorter, _) = set(&shorter).unwrap();
    assert_eq!(numbers(&shorter, &["rpc_hang"]), [18]);
    assert_eq!(
        druid().settings(&shorter).rows[Key::Watch as usize].value,
        "PT29S",
        "the longest that Druid takes"
    );
}

#[test]
fn druids_warnings_are_notices() {
    let told = |given: &[(&str, &str)]| set(given).unwrap().1;
    assert_eq!(
        told(&[("leaderSessionTtl", "PT45.7S")]),
        ["Druid drops the fraction of leaderSessionTtl [PT45.7S]: 45 seconds"]
    );
    assert!(told(&[("leaderSessionTtl", "PT120S"), ("healthCheckInterval", "PT30S")]).is_empty());
    assert_eq!(
        told(&[("leaderSessionTtl", "PT150S"), ("healthCheckInterval", "PT30S")]),
        ["Druid warns: leaderSessionTtl is PT150S; leader failover may take up to PT300S"]
    );
    let follows = told(&[("healthCheckInterval", "PT45S"), ("deregisterAfter", "PT135S")]);
    assert!(follows.iter().any(|notice| notice.contains("may take up to PT270S")), "{follows:?}");
    assert_eq!(
        told(&[("leaderSessionTtl", "PT10S")]),
        [
            "Druid warns: watchSeconds (60s) is much larger than leaderSessionTtl (10s): delayed failure detection possible"
        ]
    );
}

#[test]
fn values_beyond_the_model_are_refused_with_the_reason() {
    let because =
        "the greatest common divisor of healthCheckInterval / 3 and lock-delay; the model has at most";
    let (key, message) = refused(&[("leaderSessionTtl", "PT4M")]);
    assert_eq!(
        (key.as_str(), message),
        ("leaderSessionTtl", format!("leaderSessionTtl comes to 144 ticks of 1.667 s, {because} 120"))
    );
    let (key, message) = refused(&[("healthCheckInterval", "PT7S")]);
    assert_eq!(key, "healthCheckInterval");
    assert_eq!(message, format!("leaderSessionTtl comes to 135 ticks of 0.333 s, {because} 120"));
    let (key, _) = refused(&[("lock-delay", "PT5.5S")]);
    assert_eq!(key, "lock-delay");
    let (key, message) = refused(&[("lock-delay", "PT5.001S")]);
    assert_eq!(
        (key.as_str(), message.as_str()),
        (
            "lock-delay",
            "a tick would be shorter than 1 ms: it is the greatest common divisor of healthCheckInterval / 3 and lock-delay"
        )
    );
    assert_eq!(
        refused(&[("leaderMaxErrorRetries", "10")]).1,
        "leaderMaxErrorRetries is 10; the model has at most 9"
    );
}

#[test]
fn counts_are_whole_numbers_and_none_is_no_limit() {
    for (text, number) in [("3", 3), ("0", 0), ("-5", 0), ("", 0)] {
        assert_eq!(
            numbers(&set(&[("leaderMaxErrorRetries", text)]).unwrap().0, &["max_errors"]),
            [number],
            "{text}"
        );
    }
    let (_, message) = refused(&[("leaderMaxErrorRetries", "many")]);
    assert_eq!(message, "`many` is no whole number; expected one, 0 or less for no limit");
    let (_, message) = refused(&[("socketTimeout", "75")]);
    assert!(message.contains("`75` is no duration; expected one as in PT45S"), "{message}");
}

#[test]
fn the_reports_wrong_key_is_taken_for_the_right_one() {
    for key in ["druid.discovery.consul.leader.sessionTtl", "leader.sessionTtl"] {
        let (changed, notices) = set(&[(key, "PT30S")]).unwrap();
        assert_eq!(numbers(&changed, &["ttl"]), [18]);
        let known = "Druid calls it druid.discovery.consul.leader.leaderSessionTtl";
        assert_eq!(notices, [format!("There is no key `{key}`; {known}")]);
    }
    let twice = [("leader.sessionTtl", "PT30S"), ("leaderSessionTtl", "PT30S")];
    assert_eq!(refused(&twice), ("leaderSessionTtl".into(), "is given twice".into()));
}

#[test]
fn unknown_keys_are_answered_with_the_known_ones() {
    let unknown = |key: &str| set(&[(key, "PT1S")]).unwrap_err();
    let near = unknown("druid.discovery.consul.leader.LEADERSESSIONTTL");
    assert!(
        near.message.starts_with("there is no such key; did you mean druid.discovery.consul.leader.leaderSessionTtl? Expected one of"),
        "{}",
        near.message
    );
    let far = unknown("druid.zk.service.host");
    assert_eq!(far.key, "druid.zk.service.host");
    assert!(
        far.message.starts_with("there is no such key; expected one of druid.discovery.consul.service"),
        "{}",
        far.message
    );
}

/// Parameters within the model's ranges, by id.
fn parameters() -> impl Strategy<Value = Config> {
    let ranges: Vec<_> = INFO
        .parameters
        .iter()
        .filter_map(|parameter| match parameter.kind {
            ParameterKind::Number { min, max, .. } => {
                Some((min..=max).prop_map(|number| (parameter.id, number)))
            }
            _ => None,
        })
        .collect();
    ranges.prop_map(|parameters| config(&parameters))
}

proptest! {
    #[test]
    fn what_was_set_stands_as_it_was_set(poll in 1_u64..=10, delay in 0_u64..=60, ttl in 10_u64..=90) {
        let texts = [poll * 3_000, delay * 1_000, ttl * 1_000].map(show_duration);
        let given = [("healthCheckInterval", &*texts[0]), ("lock-delay", &*texts[1]), ("leaderSessionTtl", &*texts[2])];
        if let Ok((changed, _)) = set(&given) {
            let rows = druid().settings(&changed).rows;
            prop_assert_eq!(&rows[Key::Poll as usize].value, &texts[0]);
            prop_assert_eq!(&rows[Key::LockDelay as usize].value, &texts[1]);
            prop_assert!(read_duration(&rows[Key::Ttl as usize].value).unwrap() >= ttl * 1_000);
            prop_assert_eq!(druid().with_settings(&changed, &[]), Ok((changed.clone(), Vec::new())));
        }
    }

    #[test]
    fn every_configuration_stands_for_settings_that_are_read_back(config in parameters()) {
        let rows = druid().settings(&config).rows;
        prop_assert_eq!(rows.len(), COUNT);
        for row in rows {
            if row.parameter != Some("max_errors") {
                prop_assert!(read_duration(&row.value).is_ok(), "{}", row.value);
            }
        }
    }

    #[test]
    fn whatever_is_accepted_opens(config in parameters(), key in 0..COUNT, value in "PT[0-9]{1,3}(\\.[0-9])?S|[0-9]{1,2}") {
        let line = [(TABLE[key].key.to_owned(), value)];
        if let Ok((changed, _)) = druid().with_settings(&config, &line) {
            prop_assert!(druid().open(&changed).is_ok(), "{:?}", changed);
        }
    }

    #[test]
    fn no_text_panics(key in "\\PC*", known in 0..COUNT, value in "\\PC*") {
        drop(druid().with_settings(&config(&[]), &[(key, value.clone())]));
        drop(druid().with_settings(&config(&[]), &[(TABLE[known].key.to_owned(), value)]));
    }
}
