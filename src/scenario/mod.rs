//! Scenario files, format 1: parse with the place of every error, replay, compare with expectations.

#[cfg(not(feature = "compact"))]
mod check;
#[cfg(not(feature = "compact"))]
mod check_claims;
mod claim;
mod compare;
mod data;
mod escape;
mod fields;
mod file;
mod forms;
mod grade;
mod json;
mod load;
#[cfg(not(feature = "compact"))]
mod place;
mod plain;
mod problem;
mod prove;
mod questions;
#[cfg(not(target_arch = "wasm32"))]
mod schema;
mod words;
mod write;

pub use claim::{Printed, find_line};
pub use compare::{Mismatch, Report, Reproduction, compare};
pub(crate) use data::Data;
pub(crate) use fields::{Form, Object, objects};
pub use file::{
    Claim, ClaimVerdict, Confirmed, Expectation, FORMAT, FreshnessWord, Goal, Matrix, Narration, OutcomeWord,
    Question, Scenario, Source, StepText, VerdictWord,
};
pub use grade::{Grade, Possible, Standing, grade, grade_question};
pub(crate) use json::{Json, Read, from_json};
pub use load::{Loaded, MAX_BYTES, load, parse};
pub(crate) use plain::shown;
pub use problem::{Place, Problem};
pub use prove::{Proof, Proved, prove};
pub use questions::{MatrixQuestion, PAGE_MATRIX_FIXES, matrix_question};
#[cfg(not(target_arch = "wasm32"))]
pub use schema::schema;
pub(crate) use write::Written;
pub use write::write;
