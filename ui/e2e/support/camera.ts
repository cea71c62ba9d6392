import { renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "lean-qr";

const WIDTH = 640;
const HEIGHT = 480;
// The scanner reads the middle 320 pixels.
const CODE = 280;

/** Writes a camera film that shows only one QR code; gives the file's name. */
export function filmOf(text: string): string {
  const code = generate(text);
  const edge = code.size + 8;
  const scale = Math.floor(CODE / edge);
  const left = Math.floor((WIDTH - edge * scale) / 2);
  const top = Math.floor((HEIGHT - edge * scale) / 2);
  // Y4M: a header, then the luma of each frame and its chroma at half the size.
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < edge * scale; y++) {
    for (let x = 0; x < edge * scale; x++) {
      const dark = code.get(Math.floor(x / scale) - 4, Math.floor(y / scale) - 4);
      if (dark) light[(top + y) * WIDTH + left + x] = 16;
    }
  }
  const grey = Buffer.alloc(WIDTH * HEIGHT * 0.5, 128);
  const picture = Buffer.concat([Buffer.from("FRAME\n"), light, grey]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const file = join(tmpdir(), "kapok-e2e-film.y4m");
  // Renamed when complete, because a browser may be reading it.
  writeFileSync(`${file}.${process.pid}`, Buffer.concat([header, picture, picture]));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
