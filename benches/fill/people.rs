//! Members with names as in Hong Kong.

use kapok::base::short_id::ShortId;
use rusqlite::{Transaction, params};

use super::{DAY, Dice, PAST};

/// Surnames in Latin letters and in Chinese.
const SURNAMES: [(&str, &str); 40] = [
    ("Chan", "陳"),
    ("Wong", "黃"),
    ("Lee", "李"),
    ("Cheung", "張"),
    ("Lau", "劉"),
    ("Ho", "何"),
    ("Yeung", "楊"),
    ("Leung", "梁"),
    ("Lam", "林"),
    ("Ng", "吳"),
    ("Tang", "鄧"),
    ("Cheng", "鄭"),
    ("Kwok", "郭"),
    ("Chow", "周"),
    ("Fung", "馮"),
    ("Mak", "麥"),
    ("Tsang", "曾"),
    ("Tse", "謝"),
    ("Yip", "葉"),
    ("Choi", "蔡"),
    ("Yuen", "袁"),
    ("Poon", "潘"),
    ("Kwan", "關"),
    ("Siu", "蕭"),
    ("Law", "羅"),
    ("Hui", "許"),
    ("Tam", "譚"),
    ("Lo", "盧"),
    ("Chu", "朱"),
    ("Kwong", "鄺"),
    ("So", "蘇"),
    ("Chung", "鍾"),
    ("Yu", "余"),
    ("Tsui", "徐"),
    ("Ma", "馬"),
    ("Wan", "溫"),
    ("Hung", "洪"),
    ("Au", "歐"),
    ("Szeto", "司徒"),
    ("Au Yeung", "歐陽"),
];
/// Syllables of given names.
const SYLLABLES: [(&str, &str); 40] = [
    ("Ka", "家"),
    ("Wing", "詠"),
    ("Mei", "美"),
    ("Yi", "怡"),
    ("Wai", "偉"),
    ("Man", "文"),
    ("Siu", "小"),
    ("Ming", "明"),
    ("Hoi", "海"),
    ("Yan", "欣"),
    ("Tsz", "子"),
    ("Ching", "晴"),
    ("Chun", "俊"),
    ("Kit", "傑"),
    ("Ho", "浩"),
    ("Yuk", "玉"),
    ("Ling", "玲"),
    ("Sze", "思"),
    ("Kwok", "國"),
    ("Lai", "麗"),
    ("Fong", "芳"),
    ("Chi", "志"),
    ("Keung", "強"),
    ("Pui", "佩"),
    ("Shan", "珊"),
    ("Yin", "賢"),
    ("Suet", "雪"),
    ("Ying", "瑩"),
    ("Kin", "健"),
    ("Fai", "輝"),
    ("Yee", "儀"),
    ("Hin", "軒"),
    ("Lok", "樂"),
    ("Hei", "希"),
    ("Tung", "彤"),
    ("Kam", "錦"),
    ("Wah", "華"),
    ("Long", "朗"),
    ("Hiu", "曉"),
    ("Lun", "倫"),
];
/// English given names, which many members use.
const ENGLISH: [&str; 20] = [
    "Alex", "Amy", "Ben", "Bonnie", "Carmen", "Cherry", "Daniel", "Eva", "Fiona", "Gary", "Henry", "Ivy", "Jason",
    "Kelly", "Louis", "Mandy", "Nicole", "Oscar", "Peggy", "Raymond",
];

/// A member, as the journal uses them.
pub struct Person {
    pub id: [u8; 16],
    pub short_id: String,
    pub account: i64,
    pub joined: i64,
}

/// Numbers below 32 to the power of `digits`, without visible order and without repeats: an odd factor is invertible.
fn scattered(number: u32, digits: u32) -> u64 {
    u64::from(number).wrapping_mul(0x4_c957_f2d5) & ((1 << (5 * digits)) - 1)
}

fn short_id(number: u32) -> ShortId {
    let all = scattered(number, 7);
    ShortId::from_random(std::array::from_fn(|digit| (all >> (5 * digit) & 31) as u8))
}

fn name(dice: &mut Dice) -> (String, String, String) {
    // A few surnames are very frequent.
    let surname = SURNAMES[(dice.below(40).min(dice.below(40))) as usize];
    let (one, two) = (SYLLABLES[dice.below(40) as usize], SYLLABLES[dice.below(40) as usize]);
    let spelt = format!("{} {}", one.0, two.0);
    match dice.below(10) {
        0..3 => (format!("{}{}", one.1, two.1), surname.1.to_owned(), spelt),
        3..5 => (format!("{} {spelt}", ENGLISH[dice.below(20) as usize]), surname.0.to_owned(), spelt),
        _ => (spelt.clone(), surname.0.to_owned(), spelt),
    }
}

pub fn write(tx: &Transaction<'_>, dice: &mut Dice, now: i64, members: u32) -> rusqlite::Result<Vec<Person>> {
    let password: String =
        tx.query_row("select password_hash from member where email = 'alice@kapok.example'", [], |row| row.get(0))?;
    let first: i64 = tx.query_row("select max(id) + 1 from account", [], |row| row.get(0))?;
    let mut insert = tx.prepare(
        "insert into member (id, short_id, referral_code, first_name, last_name, email, phone, password_hash, status,
             language, first_time_login, created_at_ms)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, ?11)",
    )?;
    let (start, mut people) = (now - PAST - 60 * DAY, Vec::with_capacity(members as usize));
    for number in 0..members {
        let joined = start + (PAST + 59 * DAY) * i64::from(number) / i64::from(members.max(1));
        let id = dice.id(joined);
        let short_id = short_id(number);
        let (given, surname, spelt) = name(dice);
        let status = match dice.below(1000) {
            0..3 => "suspended",
            3..8 => "erased",
            _ => "active",
        };
        let there = status != "erased";
        let email = match number {
            0..64 => Some(format!("member{number}@kapok.example")),
            _ if dice.below(100) < 88 => {
                Some(format!("{}{number}@mail.example", spelt.to_lowercase().replace(' ', ".")))
            }
            _ => None,
        };
        // 7919 and ten million are coprime, so no number repeats.
        let phone = format!("+852{}{:07}", 4 + number % 6, u64::from(number) * 7919 % 10_000_000);
        let phone = Some(phone).filter(|own| (email.is_none() || dice.below(100) < 80) && !own.ends_with("1234567"));
        insert.execute(params![
            id,
            short_id.as_str(),
            format!("{:08X}", scattered(number, 7)),
            if there { &given } else { "" },
            if there { &surname } else { "" },
            email.filter(|_| there),
            phone.filter(|_| there),
            if there { Some(&password) } else { None },
            status,
            ["en", "zh", "zhhk"][number as usize % 3],
            joined
        ])?;
        people.push(Person { id, short_id: short_id.as_str().to_owned(), account: first + i64::from(number), joined });
    }
    Ok(people)
}
