/** The programme's name for members. A worker has no page to read it from, so it reads the manifest. */
export async function programmeName(): Promise<string> {
  try {
    const told: { short_name?: unknown } = await (await fetch("/manifest.en.webmanifest")).json();
    if (typeof told.short_name === "string" && told.short_name !== "") return told.short_name;
  } catch {
    // Offline: fall back to the default name.
  }
  return "Kapok";
}
