import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useNavigate } from "react-router";
import { onSessionEnd } from "../../api/session";
import { firstScreenSeen } from "../../kit/loading/firstScreenSeen";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import { NextTask } from "../../kit/loading/NextTask";
import { Frame } from "../../kit/screen/Frame";
import { type LeftState, paths } from "../../shared/paths";
import { loadScrollPositions } from "./useRestoredScroll";

const Company = lazyComponent(async () => {
  await firstScreenSeen();
  // If this module does not load, going back shows the top of a screen.
  const [{ Background: company }] = await Promise.all([
    import("./Background"),
    loadScrollPositions().catch(() => {}),
  ]);
  return company;
});

/** The frame of every member screen. When the session ends, it leads from guarded screens to login. */
export function PhoneFrame({ isGuarded }: { isGuarded(pathname: string): boolean }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionEnd((ended) => {
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
        // Not the router's path: several calls may report the end before the router renders again.
        const { pathname, search } = window.location;
        const state: LeftState = { ended, asked: pathname + search };
        // Public screens, such as the password reset, work without a session.
        if (isGuarded(pathname)) navigate(paths.login, { replace: true, state });
      }),
    [client, navigate, isGuarded],
  );
  return (
    <Frame>
      <NextTask>
        <Outlet />
      </NextTask>
      <Company missing={renderNothing} />
    </Frame>
  );
}
