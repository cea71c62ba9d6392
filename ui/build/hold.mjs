// Lists the files that the service worker caches at installation: the page, its frame and the screens that
// are useful offline, with their texts in every language. A version with a missing file never takes over.
import { readFileSync, writeFileSync } from "node:fs";
import { chunksOf, dist, manifest, pages } from "./firstLoads.mjs";

const LANGUAGES = ["en", "zh", "zhhk"];
const modules = [
  ...Object.values(pages).flatMap((page) => page.modules),
  "src/app/afterFirstPaint.ts",
  // It restores the member's own data.
  "src/member/frame/LiveMember.tsx",
  "src/member/frame/Background.tsx",
  "src/member/frame/scrollPositions.ts",
  "src/member/profile/ProfileScreen.tsx",
  "src/member/points/PointsScreen.tsx",
  "src/member/rewards/SavedScreen.tsx",
  "src/member/rewards/CodeScreen.tsx",
  // Screens to spend, send and collect points, and the message screen: its result is not requested again.
  "src/member/message/MessageScreen.tsx",
  "src/member/redeem/RedeemScreen.tsx",
  "src/member/transfer/TransferScreen.tsx",
  "src/member/scan/ScanScreen.tsx",
  "src/kit/scanner/ScannerDialog.tsx",
  // Failed screens lead to it.
  "src/member/help/HelpScreen.tsx",
  // Screens that show data seen before.
  "src/member/explorer/ExplorerScreen.tsx",
  "src/member/notifications/NotificationsScreen.tsx",
  "src/member/messages/MessagesScreen.tsx",
  "src/member/settings/SettingsScreen.tsx",
  "src/member/settings/AccountSections.tsx",
  ...LANGUAGES.map((language) => `src/i18n/namespaces/${language}.ts`),
];
const missing = modules.filter((module) => !manifest[module]);
if (missing.length > 0) throw new Error(`to be held, and not in the build: ${missing}`);

const page = readFileSync(new URL("index.html", dist), "utf8");
const chunks = LANGUAGES.flatMap((language) => chunksOf({ modules }, language));
const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
const held = new Set([...files.map((file) => `/${file}`), ...(page.match(/\/assets\/[^"]+/g) ?? [])]);

const place = new URL("sw.js", dist);
const worker = readFileSync(place, "utf8");
if (!worker.includes("__HELD__")) throw new Error("the service worker asks for no list of what to hold");
writeFileSync(place, worker.replace("__HELD__", JSON.stringify([...held].sort())));
