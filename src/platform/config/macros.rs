//! Macros that declare the sections and choices of the settings once, with their defaults.

/// A section: its keys, their types and defaults.
macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty = $default:expr,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    )*};
}

/// A setting with a fixed list of values.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$choice_doc:meta])* $choice:ident,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($(#[$choice_doc])* $choice,)* }
    )*};
}
