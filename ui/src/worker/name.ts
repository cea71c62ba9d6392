/** What members know the programme as. A worker has no page to read it from, so it asks for what an installed app has. */
export async function programmeName(): Promise<string> {
  try {
    const told: { short_name?: unknown } = await (await fetch("/manifest.en.webmanifest")).json();
    if (typeof told.short_name === "string" && told.short_name !== "") return told.short_name;
  } catch {
    // Out of reach: something has to be shown.
  }
  return "Kapok";
}
