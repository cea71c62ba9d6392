import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The API server in development. A built app is embedded in the server and needs no address.
const server = "http://127.0.0.1:8080";

/** The QR scanner starts its worker from a blob: URL, which the page's Trusted Types policy has to allow. */
const trustedScanner: Plugin = {
  name: "trusted-scanner",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("qr-scanner-worker.min.js")) return null;
    const changed = code.replace("new Worker(URL.createObjectURL(", "new Worker(workerBlob(");
    if (changed === code) this.error("qr-scanner makes its worker in another way than it used to");
    return { code: `import { workerBlob } from "/src/device/trustedTypes.ts";\n${changed}`, map: null };
  },
};

/**
 * Removes parts of the router that this app does not use: components that only their `displayName` line
 * keeps, data prefetching of the router's framework, and the four hooks of each link for it. A screen of
 * twenty links renders faster.
 */
const leanRouter: Plugin = {
  name: "lean-router",
  apply: "build",
  transform(code, id) {
    if (!/react-router\/dist\/production\/chunk-/.test(id) || !code.includes("NavLink")) return null;
    const changes: [RegExp, string][] = [
      [/^\w+\.displayName = .*$/gm, ""],
      [/ = (React\d*\.(forwardRef|memo|createContext)\()/g, " = /* @__PURE__ */ $1"],
      [/React\d+\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, "null"],
      [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, "= [false, null, {}];"],
      [/let dataRouterState = dataRouterOpts\?\.state;/, "const dataRouterState = undefined;"],
    ];
    let changed = code;
    for (const [from, to] of changes) {
      if (!new RegExp(from).test(changed)) this.error(`react-router is made in another way: no ${from}`);
      changed = changed.replace(from, to);
    }
    return { code: changed, map: null };
  },
};

/** Builds the service worker at a fixed path, with a digest of its build. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: "/src/worker/sw.ts", fileName: "sw.js" });
  },
  generateBundle(_, bundle) {
    const worker = bundle["sw.js"];
    if (worker?.type !== "chunk" || worker.imports.length > 0)
      this.error("the service worker has to be one file");
    const version = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 12);
    worker.code = worker.code.replaceAll("__VERSION__", JSON.stringify(version));
  },
};

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export.
export default defineConfig({
  plugins: [
    preact({ reactAliasesEnabled: false, devToolsEnabled: false }),
    trustedScanner,
    leanRouter,
    serviceWorker,
  ],
  // Not prebundled in development, because `trustedScanner` has to see its files.
  optimizeDeps: { exclude: ["qr-scanner"] },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  resolve: {
    dedupe: ["preact", "react", "react-dom"],
    alias: [
      // The same code without developer warnings; the package does not export it under any condition.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(
          new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url),
        ),
      },
      // A CommonJS shim for old Reacts, which would pull in all of preact/compat.
      { find: "use-sync-external-store/shim", replacement: "react" },
    ],
  },
  json: { namedExports: false },
  build: {
    target: "es2022",
    manifest: true,
    // Inlined images would be data: URLs, which the page's img-src does not allow.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloads only for the login and Home. The list for all screens would add a kilobyte to each first
      // load, and save later loads a step that the cache soon saves anyway.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === "html" || /(Login|Home)Screen|MemberFrame/.test(file)
          ? needed
          : needed.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: {
      output: {
        // Short hashes of 36 possible characters, not 64: the first chunk names every other chunk, and hashes do not
        // compress. Seven is the shortest that the bundler accepts for this many chunks.
        hashCharacters: "base36",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          // One chunk for what every page needs: it compresses better than twenty files and seldom changes.
          groups: [
            {
              name: "base",
              test: new RegExp(
                [
                  "node_modules/(preact|react-router|i18next|react-i18next)/",
                  "vendor/react",
                  "src/app/(main|routes)\\.",
                  "src/shared/paths\\.",
                  "src/kit/styles/(tokens|global)\\.",
                  "src/api/(call|preloadSession|problem|queries|session|staffSession)\\.",
                  "src/api/offline/cacheStorage\\.",
                  "src/device/(afterPaint|appearance|programmeName|storage|transition)\\.",
                  "src/i18n/(i18n|language)\\.",
                  "src/member/frame/(useRestoredScroll|useBack|OpenFrame|PhoneFrame)\\.",
                  "src/kit/(buttons/Button|classes|dialog/LazyDialog|icons/(Icon|icons-basic))\\.",
                  "src/kit/dialog/Toaster\\.",
                  "src/kit/loading/(ErrorBoundary|failedStyles|FallenPetals|firstScreenSeen|lazyComponent|NextTask|NotLoaded|Skeletons|States)\\.",
                  "src/kit/screen/(Blossom|Frame|petals|Screen)\\.",
                ].join("|"),
              ),
            },
            {
              // The login: on a slow connection ten small files take longer than one.
              name: "login-form",
              test: new RegExp(
                [
                  "src/kit/form/(Choice|Field|FieldFrame|LanguageSwitch|Segment|useForm|validation)\\.",
                  "src/kit/icons/icons-form\\.",
                  "src/kit/screen/(Paper|Wordmark)\\.",
                  "src/api/(captcha|startSession)\\.",
                  "src/i18n/(serverMessage|switch)\\.",
                  "src/device/remembered\\.",
                  "src/member/login/LoginScreen\\.",
                ].join("|"),
              ),
            },
            {
              // What every member's page needs in addition.
              name: "member",
              test: new RegExp(
                [
                  "@tanstack/react-query/.*/(useBaseQuery|useQuery|queryOptions)\\.",
                  "@tanstack/query-core/.*/queryObserver\\.",
                  "src/api/member\\.",
                  "src/i18n/format\\.",
                  "src/member/frame/Guard\\.",
                  "src/kit/icons/icons-home\\.",
                  "src/kit/screen/(Avatar|StencilNumber|TabBar)\\.",
                  "src/kit/styles/layout\\.",
                ].join("|"),
              ),
            },
          ],
        },
      },
      onLog(level, log, handler) {
        // "use client" directives of libraries have no meaning here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
      },
    },
  },
  server: { proxy: { "/api": server, "/media": server, "/admin/mail-frame": server } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
