import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CameraError, type CameraFailure } from "./camera";
import type { Reading } from "./reader";

interface State {
  failure?: CameraFailure | undefined;
  reading?: Reading | undefined;
}

/**
 * Reads the camera into `video` while `on`; `onText` hears of the first code only.
 * A new `attempt` starts over, say after a permission was given; so does a page that comes back into sight.
 */
export function useReading(
  video: RefObject<HTMLVideoElement | null>,
  on: boolean,
  attempt: number,
  onText: (text: string) => void,
): State {
  const [state, setState] = useState<State>({});
  const seen = useSeen();
  const told = useRef(onText);
  told.current = onText;
  // In the layout effect: its cleanup runs at once, so the camera's light never outlives the screen.
  useLayoutEffect(() => {
    const element = video.current;
    if (!on || !seen || !element) return;
    const gone = new AbortController();
    const found = (text: string) => {
      if (gone.signal.aborted) return;
      gone.abort();
      // What phones feel at a till.
      navigator.vibrate?.(40);
      told.current(text);
    };
    // Another camera may have no torch, or be the one that has.
    const shown = (reading: Reading): Reading => ({
      ...reading,
      useCamera: async (id) => {
        const hasTorch = await reading.useCamera(id);
        if (!gone.signal.aborted) setState({ reading: { ...shown(reading), hasTorch } });
        return hasTorch;
      },
    });
    setState({});
    import("./reader")
      .then(({ readCamera }) => readCamera(element, found, gone.signal))
      .then(
        (reading) => {
          if (!gone.signal.aborted) setState({ reading: reading && shown(reading) });
        },
        (error: unknown) => {
          if (gone.signal.aborted) return;
          gone.abort();
          setState({ failure: error instanceof CameraError ? error.failure : "failed" });
        },
      );
    return () => gone.abort();
  }, [video, on, seen, attempt]);
  return state;
}

/**
 * Whether the page is in sight. Out of sight the camera is given back, and another app may take it meanwhile: what
 * opens it anew tells that, where the scanner would go on with a black picture.
 */
function useSeen(): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const look = () => setSeen(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return seen;
}
