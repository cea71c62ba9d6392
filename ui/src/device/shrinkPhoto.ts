/** The longest side that the server keeps. */
const LONGEST_SIDE = 1_600;
/** The largest file that is sent. */
export const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Makes a photo small on the phone, because a photo of the camera is larger than the server accepts. Undefined if the file
 * cannot be read as a picture or stays too large.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return small && small.size <= MOST_BYTES ? small : undefined;
  } catch {
    return undefined;
  }
}
