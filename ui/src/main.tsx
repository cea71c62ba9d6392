import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { queryClient } from "./api/queries";
import { dropLegacyPassword } from "./api/session";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { keptAppearance, wear } from "./device/appearance";
import { startI18n } from "./i18n/i18n";
import { paths } from "./paths";
import { AppRoutes, preload } from "./routes";
import "./styles/tokens.css";
import "./styles/global.css";

async function start() {
  dropLegacyPassword();
  wear(keptAppearance());
  await startI18n(preload(window.location.pathname));
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no place for the app");
  createRoot(place).render(
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>,
  );
  // Whoever logs in finds Home's code there already.
  setTimeout(() => preload(paths.home), 2000);
}

void start();
