import { download } from "./download";

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

/** Opens the device's share sheet for a picture, or saves it as a file where the sheet takes no files. */
export async function sharePicture(
  title: string,
  name: string,
  picture: Blob,
): Promise<"shared" | "saved" | "cancelled"> {
  const files = [new File([picture], name, { type: picture.type })];
  if ("canShare" in navigator && navigator.canShare({ files })) {
    try {
      await navigator.share({ title, files });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Refused, for example in a web view. Saving may still work.
    }
  }
  download(name, picture, picture.type);
  return "saved";
}
