import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
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
    return { code: `import { workerBlob } from "/src/device/trustedTypes.ts";\n${changed}`, map: null };
  },
};

/**
 * Takes out of the router what this app has no use for: components that nothing imports but a line naming them for
 * developer tools keeps, what loads data ahead of a screen in its framework, and the four hooks that each link carries
 * for that: a screen of twenty links is drawn the sooner.
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

/** The service worker, at an address that stays; it carries a digest of the build that it belongs to. */
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
  // Not bundled ahead in development: the change above has to see its files.
  optimizeDeps: { exclude: ["qr-scanner"] },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  resolve: {
    dedupe: ["preact", "react", "react-dom"],
    alias: [
      // The same code with its warnings for developers compiled out; the package offers it under no condition.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(
          new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url),
        ),
      },
      // A shim for old Reacts, in CommonJS: it would drag all of preact/compat in to be looked through.
      { find: "use-sync-external-store/shim", replacement: "react" },
    ],
  },
  json: { namedExports: false },
  build: {
    target: "es2022",
    manifest: true,
    // Pictures as data: addresses would need a wider img-src than our policy grants.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Code is announced ahead for the way in and for Home. The list for every screen would cost each
      // first load a kilobyte, to save the later ones a step that the cache saves them soon.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === "html" || /(Login|Home)Screen|MemberFrame/.test(file)
          ? needed
          : needed.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs in one piece: it compresses better than twenty, and changes seldom.
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
                  "src/device/(afterPaint|appearance|programmeName|storage)\\.",
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
              // What the way in is made of: on a slow line ten small files cost more than one.
              name: "form",
              test: new RegExp(
                [
                  "src/kit/form/(Choice|Field|FieldFrame|LanguageSwitch|Segment|useForm|validation)\\.",
                  "src/kit/screen/(Paper|Wordmark)\\.",
                  "src/api/(captcha|startSession)\\.",
                  "src/i18n/(serverMessage|switch)\\.",
                  "src/device/remembered\\.",
                  "src/member/login/LoginScreen\\.",
                ].join("|"),
              ),
            },
            {
              // The same for what every member's page needs besides.
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
        // "use client" lines of libraries mean nothing here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
      },
    },
  },
  server: { proxy: { "/api": server, "/media": server, "/admin/mail-frame": server } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
