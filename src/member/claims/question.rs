//! The question of staff to the member of a claim, and its answer, as they are stored.

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::platform::store::stored_names;

/// The part of a claim that staff ask the member for. Each kind has a sentence for the member in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ClaimQuestionKind)]
pub enum QuestionKind {
    /// A readable photo of the whole receipt.
    Photo,
    /// The number of the receipt.
    ReceiptNumber,
    /// Something else, which the words say.
    Other,
}
stored_names! {
    QuestionKind { Photo = "photo", ReceiptNumber = "receipt_number", Other = "other" }
}

/// The question about a claim, and its answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub kind: QuestionKind,
    /// The words of staff; empty for none.
    pub words: String,
    pub asked: Timestamp,
    /// The name of the member of staff.
    pub by: String,
    /// The words of the member; empty for none, and until there is an answer.
    pub answer: String,
    pub answered: Option<Timestamp>,
}
