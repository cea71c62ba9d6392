import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { preloadSession } from "../api/preloadSession";
import { queryClient } from "../api/queries";
import { dropLegacy } from "../api/session";
import { applyAppearance, savedAppearance } from "../device/appearance";
import { startI18n } from "../i18n/i18n";
import { ErrorBoundary } from "../kit/loading/ErrorBoundary";
import { watchFailedStyles } from "../kit/loading/failedStyles";
import { lazyComponent, renderNothing } from "../kit/loading/lazyComponent";
import { AppRoutes, isGuarded, preload } from "./routes";
import "../kit/styles/tokens.css";
import "../kit/styles/global.css";

/** The time that a screen may take before its placeholder is shown. */
const PLACE_MS = 200;

const afterFirstPaint = () => import("./afterFirstPaint");
// Few members see the crash page, so its contact rows load with the code that everybody prefetches.
const Reach = lazyComponent(async () => (await afterFirstPaint()).LazyContactRows);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start() {
  // Read before a screen removes its token from the address.
  const { pathname } = window.location;
  watchFailedStyles();
  dropLegacy();
  applyAppearance(savedAppearance());
  const asked = isGuarded(pathname) ? preloadSession(pathname).catch(() => {}) : undefined;
  // Ends the task that ran all modules: on a slow phone it is the longest task of the start.
  await pause(0);
  const { words, code } = preload(pathname);
  // The code usually arrives with the texts. Drawing a placeholder first would take longer than it is shown.
  await Promise.all([startI18n(words), Promise.race([Promise.all([code, asked]), pause(PLACE_MS)])]);
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no place for the app");
  createRoot(place).render(
    <ErrorBoundary beside={<Reach missing={renderNothing} />}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>,
  );
  setTimeout(() => {
    afterFirstPaint().then(
      ({ afterFirstPaint }) => afterFirstPaint(pathname, preload, isGuarded),
      // On a network error the app works without it.
      () => {},
    );
  }, 2000);
}

void start();
