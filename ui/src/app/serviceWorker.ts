import i18next from "i18next";
import { workerAddress } from "../device/trustedTypes";
import { showToast } from "../kit/dialog/Toaster";

/** How often an app that stays open looks for a newer one. */
const LOOK_MS = 3_600_000;

/** Lets the app open without a line, and offers a newer version when there is one. */
export async function startServiceWorker() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(workerAddress("/sw.js"), { updateViaCache: "none" });
  offerWhenReady(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offerWhenReady(registration));
  });

  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    // A cut line is no news: the next look will do.
    registration.update().catch(() => {});
  });

  // What the page loads before the worker is in charge does not pass through it: told, it keeps that too.
  const { active } = await serviceWorker.ready;
  const loads = new PerformanceObserver((list) =>
    active?.postMessage(list.getEntries().map(({ name }) => name)),
  );
  loads.observe({ type: "resource", buffered: true });
}

/** Only offered: whoever is in the middle of something stays on the version that they began with. */
function offerWhenReady({ waiting }: ServiceWorkerRegistration) {
  // Without one in charge this is the first, and takes over by itself.
  if (!waiting || !navigator.serviceWorker.controller) return;
  showToast(() => i18next.t("updateReady"), {
    label: () => i18next.t("updateNow"),
    act: () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
        once: true,
      });
      waiting.postMessage("take over");
    },
  });
}
