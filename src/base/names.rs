//! The names of an enum's variants, defined once, so that the store, the API and its description use the same names.

/// Gives each enum `ALL`, `name` and `from_name`. A variant without a name does not compile, and an unknown name is
/// refused: read as some variant, a damaged row would pass for a sound one.
macro_rules! names {
    ($($type:ident { $($variant:ident = $name:literal),+ $(,)? })+) => {$(
        impl $type {
            /// Every variant, in the order in which they are named.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The variant's name.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }

            /// The variant of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    )+};
}
pub(crate) use names;
