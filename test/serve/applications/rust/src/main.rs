//! An application with the official SDK for Rust; applications.ts says what it reads and writes.
use feature_probe_server_sdk::{FPConfig, FPUser, FeatureProbe, Url};
use serde_json::{json, Value};
use std::io::{stdin, BufRead};
use std::time::Duration;

const CODE_DEFAULT: &str = "code-default";
const NO_NUMBER: f64 = -12345.5;

fn client_of(question: &Value) -> FeatureProbe {
    FeatureProbe::new(FPConfig {
        remote_url: Url::parse(text(&question["url"])).expect("a URL"),
        server_sdk_key: text(&question["sdkKey"]).to_owned(),
        refresh_interval: Duration::from_secs(question["refreshSeconds"].as_u64().expect("seconds")),
        start_wait: Some(Duration::from_secs(10)),
        ..Default::default()
    })
}

fn given(client: &FeatureProbe, key: &str, return_type: &str, user: &FPUser) -> String {
    let value = match return_type {
        "boolean" => {
            let value = client.bool_value(key, user, true);
            (value == client.bool_value(key, user, false)).then(|| json!(value))
        }
        "number" => Some(client.number_value(key, user, NO_NUMBER))
            .filter(|value| *value != NO_NUMBER)
            .map(|value| json!(value)),
        "string" => Some(client.string_value(key, user, CODE_DEFAULT.to_owned()))
            .filter(|value| value != CODE_DEFAULT)
            .map(|value| json!(value)),
        _ => Some(client.json_value(key, user, json!(CODE_DEFAULT))).filter(|value| value != CODE_DEFAULT),
    };
    value.map_or(CODE_DEFAULT.to_owned(), |value| value.to_string())
}

fn user_of(asked: &Value) -> FPUser {
    let attributes = asked["attributes"].as_object().expect("attributes").iter();
    FPUser::new()
        .stable_rollout(text(&asked["key"]).to_owned())
        .with_attrs(attributes.map(|(name, value)| (name.clone(), text(value).to_owned())))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[tokio::main]
async fn main() {
    let mut current: Option<(String, FeatureProbe)> = None;
    for line in stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let url = text(&question["url"]).to_owned();
        if current.as_ref().map(|(of, _)| of) != Some(&url) {
            if let Some((_, client)) = current.take() {
                client.close();
            }
            current = Some((url, client_of(&question)));
        }
        let (_, client) = current.as_ref().expect("a client");
        let rows = list(&question["users"]).iter().map(|asked| {
            let user = user_of(asked);
            let toggles = list(&question["toggles"]).iter();
            toggles
                .map(|toggle| given(client, text(&toggle["key"]), text(&toggle["returnType"]), &user))
                .collect::<Vec<_>>()
        });
        println!("{}", json!(rows.collect::<Vec<_>>()));
    }
}
