import { Outlet } from "react-router";
import { useStaleFor } from "../../api/stale";
import { OfflineBanner } from "../../components/Frame";
import { ScreenFrameContext } from "../../components/Screen";
import { useArrival } from "./arrival";
import { useBack } from "./back";

/** Around the screens that anyone may see: no guard, which would find the line lost, and no bar. */
export function OpenFrame() {
  return (
    <ScreenFrameContext.Provider value={{ back: useBack(), arrive: useArrival() }}>
      <OfflineBanner trouble={useStaleFor()} />
      <Outlet />
    </ScreenFrameContext.Provider>
  );
}
