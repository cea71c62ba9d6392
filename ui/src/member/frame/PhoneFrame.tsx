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
  // Without the places, the way back leads to the top of a screen.
  const [{ Background: company }] = await Promise.all([
    import("./Background"),
    loadScrollPositions().catch(() => {}),
  ]);
  return company;
});

/** The box around every member screen; leaves what is for members for the way in when the server ends the session. */
export function PhoneFrame({ isGuarded }: { isGuarded(pathname: string): boolean }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionEnd((ended) => {
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
        // The window's, not the router's: several calls may learn of the end before the page is drawn anew.
        const asked = window.location.pathname;
        const state: LeftState = { ended, asked };
        // A link to another password, say, is good without a session, too.
        if (isGuarded(asked)) navigate(paths.login, { replace: true, state });
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
