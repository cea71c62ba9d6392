import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CameraError, type CameraFailure } from "./camera";
import type { Reading } from "./reader";

interface State {
  failure?: CameraFailure | undefined;
  reading?: Reading | undefined;
}

/**
 * Decodes the camera's video in `video` while `on`; `onText` gets the first code only. Starts over with a new
 * `attempt` (such as after a permission was given) and when the page becomes visible again.
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
      // The usual haptic feedback of a scan.
      navigator.vibrate?.(40);
      told.current(text);
    };
    // The next camera may have a torch or not.
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
 * Returns whether the page is visible. A hidden page releases the camera, and another app may take it. If the
 * camera is opened again on return, it reports this error; otherwise the scanner would continue with a black
 * video.
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
