//! The words around the pages, in each language.

use crate::base::language::Language;

/// The words of one language.
pub(super) struct FrameWords {
    /// The language's own name.
    pub name: &'static str,
    /// The handbook, as the contents are called for a screen reader.
    pub handbook: &'static str,
    pub contents: &'static str,
    pub languages: &'static str,
    pub on_this_page: &'static str,
    pub label: &'static str,
    pub button: &'static str,
    /// The heading above results; `{}` is what the reader typed.
    pub results: &'static str,
    /// Without words.
    pub prompt: &'static str,
    pub none: &'static str,
    pub one: &'static str,
    /// `{}` is a number.
    pub many: &'static str,
    /// `{}` is a number.
    pub first: &'static str,
}

pub(super) const fn of(language: Language) -> &'static FrameWords {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
        Language::Zhhk => &ZHHK,
    }
}

const EN: FrameWords = FrameWords {
    name: "English",
    handbook: "Handbook",
    contents: "Contents",
    languages: "Language",
    on_this_page: "On this page",
    label: "Search the handbook",
    button: "Search",
    results: "Search: {}",
    prompt: "Type the words that you look for.",
    none: "No section has all these words. Try fewer or other words.",
    one: "1 section",
    many: "{} sections",
    first: "The first {} sections",
};

const ZH: FrameWords = FrameWords {
    name: "简体中文",
    handbook: "手册",
    contents: "目录",
    languages: "语言",
    on_this_page: "本页内容",
    label: "搜索手册",
    button: "搜索",
    results: "搜索：{}",
    prompt: "请输入要查找的词。",
    none: "没有同时包含这些词的章节，请减少或更换词语。",
    one: "1 个章节",
    many: "{} 个章节",
    first: "前 {} 个章节",
};

const ZHHK: FrameWords = FrameWords {
    name: "繁體中文",
    handbook: "手冊",
    contents: "目錄",
    languages: "語言",
    on_this_page: "本頁內容",
    label: "搜尋手冊",
    button: "搜尋",
    results: "搜尋：{}",
    prompt: "請輸入要尋找的字詞。",
    none: "沒有章節同時包含這些字詞，請減少或更換字詞。",
    one: "1 個章節",
    many: "{} 個章節",
    first: "首 {} 個章節",
};
