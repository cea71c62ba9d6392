// Texts of the first screens of a visit, in one file: on a slow connection three small files take longer.
export const words = import.meta.glob<Record<string, unknown>>("../locales/zhhk/{shell,login,home}.json", {
  import: "default",
  eager: true,
});
