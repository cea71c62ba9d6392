// Compresses the build once, at the highest level, so that the server spends no time on it.
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const worth = /\.(js|css|html|svg|json|webmanifest|txt)$/;
// Browsers accept brotli, over HTTPS and from this machine. The server decompresses for other clients, and compresses
// anew for those that accept gzip: plain files and gzip copies would more than double the space in the binary.
const spared = /\/(assets\/[^/]+\.(js|css)|\.vite\/manifest\.json)$/;
const dist = new URL("../dist", import.meta.url).pathname;

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !worth.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  // A copy that is not smaller would only take space in the binary.
  if (brotli.length >= bytes.length) continue;
  writeFileSync(`${file}.br`, brotli);
  if (spared.test(file)) unlinkSync(file);
}
