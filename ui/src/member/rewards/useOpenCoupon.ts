import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, isUnauthorized } from "../../api/problem";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { type Coupon, type Opened, openCoupon, shownBefore, shutCoupon } from "./openCoupon";

/** The list does not need the libraries that draw codes. */
export const CodeScreen = lazyComponent(async () => (await import("./CodeScreen")).CodeScreen);

/** The state of a coupon: confirmation, request, error or open. */
interface State {
  coupon: Coupon;
  busy: boolean;
  /** The code screen is still loading: nothing has been requested yet. */
  fetching?: boolean;
  trouble?: string;
  opened?: Opened;
}

/** Opens one coupon at a time, and reopens the one that was on screen before a reload. */
export function useOpenCoupon() {
  const { t } = useTranslation("rewards");
  const client = useQueryClient();
  // Read on the first render: the history may hold an entry for it.
  const [before] = useState(shownBefore);
  const [state, setState] = useState<State | undefined>(
    before && { coupon: before, busy: true, fetching: true },
  );

  const reload = () => client.invalidateQueries({ queryKey: ["redemptions"] });
  // If the member leaves or cancels while the screen loads, the coupon is not requested.
  const wish = useRef(0);
  useEffect(
    () => () => {
      wish.current++;
    },
    [],
  );
  const open = async (coupon: Coupon) => {
    const mine = ++wish.current;
    setState({ coupon, busy: true, fetching: true });
    try {
      // Loads the screen first: a coupon that is opened but cannot be shown is lost.
      await CodeScreen.demand(() => mine === wish.current);
    } catch {
      if (mine === wish.current) setState({ coupon, busy: false, trouble: t("failedText", { ns: "shell" }) });
      return;
    }
    if (mine !== wish.current) return;
    setState({ coupon, busy: true });
    try {
      const opened = await openCoupon(coupon);
      setState({ coupon, busy: false, opened });
    } catch (error) {
      // Login has begun.
      if (isUnauthorized(error)) return setState(undefined);
      const known = error instanceof ApiProblem && error.status < 500;
      const trouble = known && error.message ? error.message : t("open.lost");
      setState({ coupon, busy: false, trouble });
      if (known) void reload();
    }
  };
  const close = () => {
    // The request is running and cannot be cancelled. Its result is shown.
    if (state?.busy && !state.fetching) return;
    wish.current++;
    if (state?.opened) shutCoupon(state.coupon._id);
    // A coupon without a response may be open on the server.
    if (state?.opened || state?.trouble) void reload();
    setState(undefined);
  };

  const resume = useRef(open);
  resume.current = open;
  useEffect(() => {
    if (before) void resume.current(before);
    // Loads ahead while there is a connection: at a counter there may be none.
    else CodeScreen.load().catch(() => {});
  }, [before]);

  return {
    state,
    /** Shows the confirmation. */
    ask: (coupon: Coupon) => setState({ coupon, busy: false }),
    open,
    close,
  };
}
