/** What became of a text that was to leave the app. */
export type Shared = "shared" | "copied" | "failed" | "cancelled";

/** Hands a text to the device's own sheet for sharing, or copies it where there is none. */
export async function share(title: string, text: string): Promise<Shared> {
  if ("share" in navigator) {
    try {
      await navigator.share({ title, text });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Refused, say in a frame or a web view: copying may still work.
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
