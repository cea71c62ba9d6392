import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isReachable } from "../../device/reachable";
import { showToast } from "../dialog/Toaster";
import { useStillHere } from "../screen/useStillHere";
import { withFailedStyles } from "./failedStyles";
import { ErrorState } from "./States";

// The specification's limit (section 9).
const CHUNK_MS = 120_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(reject, CHUNK_MS, new Error("too late"))),
  ]);
}

interface Around {
  /** Shown while it loads. */
  waiting?: ReactNode;
  /** For a part that a tap opened: on failure a toast says so, and this closes it for another tap. */
  onMissing?: () => void;
  /** Shown if it fails to load; `again` is for a retry button. */
  missing?: (again: () => void) => ReactNode;
}

/** For a part that the screen works without. */
export const renderNothing = () => null;

/**
 * A screen, or a part of one, in its own chunk. If that fails to load, the rest of the screen stays, and an
 * error is shown in the part's place. `load` prefetches it and rejects on failure. `demand` is the same for a
 * member who tapped it, and on a repeated failure reloads the page if the server responds. Without a tap the
 * page is never reloaded, because the member may be in the middle of something. (Not Suspense: Preact's
 * leaves an empty page if its child is removed before it has loaded, as after a quick way back.)
 */
export function lazyComponent<P extends object>(fetch: () => Promise<ComponentType<P>>) {
  let Come: ComponentType<P> | undefined;
  let missed = false;
  const lostStyles = new Set<string>();
  const load = async () => {
    Come ??= await inTime(withFailedStyles(lostStyles, fetch));
  };
  // A browser may remember a failed chunk until the page is reloaded, and not request it again.
  const demand = async (isWanted: () => boolean) => {
    try {
      await load();
    } catch (error) {
      if (missed) isReachable().then((back) => back && isWanted() && window.location.reload());
      missed = true;
      throw error;
    }
  };
  function Part(props: P & Around) {
    const { waiting = null, onMissing, missing } = props;
    const { t } = useTranslation();
    const [lost, setLost] = useState(false);
    const tapped = useRef(false);
    const [, draw] = useState(() => Come);
    const here = useStillHere();
    const shut = useRef(onMissing);
    shut.current = onMissing;
    // Request it before the placeholder is painted.
    useLayoutEffect(() => {
      if (lost) return;
      let gone = false;
      const asked = tapped.current ? demand(() => here.current) : load();
      tapped.current = false;
      asked.then(
        () => gone || draw(() => Come),
        () => {
          if (gone) return;
          missed = true;
          if (!shut.current) return setLost(true);
          // If the device is online, the chunk may belong to an earlier version and no longer exist, so a
          // reload is offered.
          const again = { label: () => t("reload"), act: () => window.location.reload() };
          showToast(() => t("failedText"), navigator.onLine ? again : undefined, "note");
          shut.current();
        },
      );
      return () => {
        gone = true;
      };
    }, [lost]);
    useLayoutEffect(() => {
      if (!lost) return;
      const again = () => setLost(false);
      window.addEventListener("online", again);
      return () => window.removeEventListener("online", again);
    }, [lost]);
    const retry = () => {
      tapped.current = true;
      setLost(false);
    };
    if (Come) return <Come {...props} />;
    if (!lost) return waiting;
    if (missing) return missing(retry);
    return <ErrorState title={t("failedTitle")} onRetry={retry} />;
  }
  return Object.assign(Part, { load, demand });
}
