// What the server says, in every language. It comes translated in the answers: only what was said before a switch of
// the language is looked up here.
export const words = import.meta.glob<Record<string, string>>("../locales/*/errors.json", {
  import: "default",
});
