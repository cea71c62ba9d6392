import { Suspense } from "react";
import { Outlet } from "react-router";
import { OfflineBanner } from "../../components/Frame";
import { ScreenFrameContext } from "../../components/Screen";
import { ScreenSkeleton } from "../../components/Skeletons";
import { useBack } from "./back";

/** Around the screens that anyone may see: no guard, no bar. */
export function OpenFrame() {
  return (
    <ScreenFrameContext.Provider value={{ back: useBack() }}>
      <OfflineBanner />
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </ScreenFrameContext.Provider>
  );
}
