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
  /** Until it is there. */
  waiting?: ReactNode;
  /** What was opened by a tap: where it does not come, a word says so and this shuts it, to be tapped again. */
  onMissing?: () => void;
  /** In its place where it does not come, with the way to ask again for a button. */
  missing?: (again: () => void) => ReactNode;
}

/** In place of what may as well not come. */
export const renderNothing = () => null;

/**
 * A screen, or a part of one, in a chunk of its own. Where that does not come, the screen around it stays as it is, and only
 * the part's place says so. `load` fetches it ahead, and fails where it does not come; so does `demand`, for a member who
 * tapped to have it, and has the page loaded anew where it did not come before and the server answers. Without such a tap
 * no page is loaded anew: the member may be in the middle of something, perhaps on another part of it. (Not Suspense:
 * preact's leaves an empty page behind where its child goes before it has come, as a quick way back has it.)
 */
export function lazyComponent<P extends object>(fetch: () => Promise<ComponentType<P>>) {
  let Come: ComponentType<P> | undefined;
  let missed = false;
  const lostStyles = new Set<string>();
  const load = async () => {
    Come ??= await inTime(withFailedStyles(lostStyles, fetch));
  };
  // A browser may remember that a chunk did not come for as long as the page stands, and ask for it no more.
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
    // Asked for before what stands in for it is painted.
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
          // With a line, it may be a file of an earlier version that is there no more.
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
