// The words of the screens that a visit begins with, in one file: on a slow line three small ones cost more.
export const words = import.meta.glob<Record<string, unknown>>("../locales/en/{shell,login,home}.json", {
  import: "default",
  eager: true,
});
