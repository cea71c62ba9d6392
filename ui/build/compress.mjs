// Compresses the build once, at the highest level, so that the server spends no time on it.
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const worth = /\.(js|css|html|svg|json|webmanifest|txt)$/;
// Every browser accepts brotli or gzip. The plain files would take more space in the binary than both. The
// server decompresses for a client that accepts neither.
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
  if (brotli.length < bytes.length) writeFileSync(`${file}.br`, brotli);
  const gzip = gzipSync(bytes, { level: 9 });
  if (gzip.length >= bytes.length) continue;
  writeFileSync(`${file}.gz`, gzip);
  if (spared.test(file)) unlinkSync(file);
}
