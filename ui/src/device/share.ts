/** The result of sharing a text. */
export type Shared = "shared" | "copied" | "failed" | "cancelled";

/** Opens the device's share sheet for a text, or copies the text where there is no sheet. */
export async function share(title: string, text: string): Promise<Shared> {
  if ("share" in navigator) {
    try {
      await navigator.share({ title, text });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Refused, for example in a frame or a web view. Copying may still work.
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
