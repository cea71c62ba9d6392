import { Outlet } from "react-router";
import { useStaleFor } from "../../api/offline/useStaleFor";
import { OfflineBanner } from "../../kit/screen/Frame";
import { ScreenFrameContext } from "../../kit/screen/Screen";
import { useBack } from "./useBack";
import { useRestoredScroll } from "./useRestoredScroll";

/** Wraps the public screens: no tab bar, and no guard that would notice a lost connection. */
export function OpenFrame() {
  return (
    <ScreenFrameContext.Provider value={{ back: useBack(), arrive: useRestoredScroll() }}>
      <OfflineBanner trouble={useStaleFor()} />
      <Outlet />
    </ScreenFrameContext.Provider>
  );
}
