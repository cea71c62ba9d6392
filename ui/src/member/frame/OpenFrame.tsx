import { Outlet } from "react-router";
import { OfflineBanner } from "../../components/Frame";
import { ScreenFrameContext } from "../../components/Screen";
import { useArrival } from "./arrival";
import { useBack } from "./back";

/** Around the screens that anyone may see: no guard, no bar. */
export function OpenFrame() {
  return (
    <ScreenFrameContext.Provider value={{ back: useBack(), arrive: useArrival() }}>
      <OfflineBanner />
      <Outlet />
    </ScreenFrameContext.Provider>
  );
}
