import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server in development; the built app is embedded in it and needs no address.
const server = "http://127.0.0.1:8080";

/** The reader of QR codes starts its worker from a blob's address, which the page's policy takes from one place only. */
const trustedScanner: Plugin = {
  name: "trusted-scanner",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("qr-scanner-worker.min.js")) return null;
    const changed = code.replace("new Worker(URL.createObjectURL(", "new Worker(workerBlob(");
    if (changed === code) this.error("qr-scanner makes its worker in another way than it used to");
    return { code: `import { workerBlob } from "/src/device/trusted.ts";\n${changed}`, map: null };
  },
};

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export.
export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false, devToolsEnabled: false }), trustedScanner],
  // Not bundled ahead in development: the change above has to see its files.
  optimizeDeps: { exclude: ["qr-scanner"] },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  resolve: { dedupe: ["preact", "react", "react-dom"] },
  json: { namedExports: false },
  build: {
    target: "es2022",
    manifest: true,
    // Pictures as data: addresses would need a wider img-src than our policy grants.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs in one piece: it compresses better than five, and changes seldom.
          groups: [
            {
              name: "base",
              test: /node_modules\/(preact|react-router|i18next|react-i18next|use-sync)|vendor\/react/,
            },
          ],
        },
      },
      onLog(level, log, handler) {
        // "use client" lines of libraries mean nothing here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
      },
    },
  },
  server: { proxy: { "/api": server, "/media": server } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
