import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { onSessionEnd } from "../../api/session";
import { Frame } from "../../components/Frame";
import { ScreenSkeleton } from "../../components/Skeletons";
import { paths } from "../../paths";

/** The box around every member screen; leaves for the way in when the server ends the session. */
export function PhoneFrame() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname } = useLocation();
  useEffect(
    () =>
      onSessionEnd(() => {
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
        if (pathname !== paths.login) navigate(paths.login, { replace: true });
      }),
    [client, navigate, pathname],
  );
  return (
    <Frame>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </Frame>
  );
}
