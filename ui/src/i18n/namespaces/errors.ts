// Server messages in every language. Responses contain translated messages, so this is only for messages from
// before a change of language.
export const words = import.meta.glob<Record<string, string>>("../locales/*/errors.json", {
  import: "default",
});
