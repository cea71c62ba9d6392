import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { askEarly } from "./api/early";
import { queryClient } from "./api/queries";
import { dropLegacy } from "./api/session";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { mindLostStyles } from "./components/lostStyles";
import { nothing, part } from "./components/part";
import { keptAppearance, wear } from "./device/appearance";
import { startI18n } from "./i18n/i18n";
import { AppRoutes, isGuarded, preload } from "./routes";
import "./styles/tokens.css";
import "./styles/global.css";

/** How long a screen may take before grey boxes stand in for it. */
const PLACE_MS = 200;

const afterStart = () => import("./afterStart");
// Few see the page of a crash: how to reach the programme comes with what is fetched for everybody.
const Reach = part(async () => (await afterStart()).Reach);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start() {
  // Read before any screen hides a token that it came with.
  const { pathname } = window.location;
  mindLostStyles();
  dropLegacy();
  wear(keptAppearance());
  const asked = isGuarded(pathname) ? askEarly(pathname).catch(() => {}) : undefined;
  // Ends the task that has run all of the code above: on a slow phone it is the longest of the start.
  await pause(0);
  const { words, code } = preload(pathname);
  // The code most often comes with the words: drawing its place first would take longer than it is seen.
  await Promise.all([startI18n(words), Promise.race([Promise.all([code, asked]), pause(PLACE_MS)])]);
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no place for the app");
  createRoot(place).render(
    <ErrorBoundary beside={<Reach missing={nothing} />}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>,
  );
  setTimeout(() => {
    afterStart().then(
      ({ afterStart }) => afterStart(pathname, preload, isGuarded),
      // On a lost line the app does without.
      () => {},
    );
  }, 2000);
}

void start();
