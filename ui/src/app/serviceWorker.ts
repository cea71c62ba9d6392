import i18next from "i18next";
import { workerAddress } from "../device/trustedTypes";
import { showToast } from "../kit/dialog/Toaster";

/** The shortest time between two checks of an open app for a new version. */
const LOOK_MS = 3_600_000;

/** Makes the app work offline, and offers a new version when there is one. */
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
    // Ignore network errors: the next check will do.
    registration.update().catch(() => {});
  });

  // Files that the page loads before the worker controls it bypass the worker, so it gets their names.
  const { active } = await serviceWorker.ready;
  const loads = new PerformanceObserver((list) =>
    active?.postMessage(list.getEntries().map(({ name }) => name)),
  );
  loads.observe({ type: "resource", buffered: true });
}

/** Offers the new version, so that members in the middle of something stay on theirs. */
function offerWhenReady({ waiting }: ServiceWorkerRegistration) {
  // Without a controller this is the first worker, which takes over by itself.
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
