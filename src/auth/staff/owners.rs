//! E-mails to the owners of the programme.

use super::{Role, list_staff};
use crate::base::contact::Email;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::delivery::{self, Message};
use crate::platform::store::Tx;

const MOST: i64 = 1_000;

/// Sends an e-mail of this kind to every active owner. The owner's `name` is added to the values.
pub fn write_to_owners(tx: &Tx<'_>, kind: &str, values: &[(&str, &str)]) -> AppResult<()> {
    let everybody = list_staff(tx, None, MOST)?;
    for owner in everybody.iter().filter(|person| person.is_active() && person.info.role == Role::Owner) {
        if let Some(address) = Email::parse(&owner.info.email) {
            let values = [&[("name", owner.info.name.as_str())], values].concat();
            delivery::queue(tx, &Message::email(&address, Language::En, kind, &values))?;
        }
    }
    Ok(())
}
