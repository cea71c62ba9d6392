import { Outlet } from "react-router";
import { useStaleFor } from "../../api/offline/useStaleFor";
import { OfflineBanner } from "../../kit/screen/Frame";
import { ScreenFrameContext } from "../../kit/screen/Screen";
import { useBack } from "./useBack";
import { useRestoredScroll } from "./useRestoredScroll";

/** Around the screens that anyone may see: no guard, which would find the line lost, and no bar. */
export function OpenFrame() {
  return (
    <ScreenFrameContext.Provider value={{ back: useBack(), arrive: useRestoredScroll() }}>
      <OfflineBanner trouble={useStaleFor()} />
      <Outlet />
    </ScreenFrameContext.Provider>
  );
}
