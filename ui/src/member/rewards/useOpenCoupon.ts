import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, isUnauthorized } from "../../api/problem";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { type Coupon, type Opened, openCoupon, shownBefore, shutCoupon } from "./openCoupon";

/** The codes are drawn by libraries that the list can do without. */
export const CodeScreen = lazyComponent(async () => (await import("./CodeScreen")).CodeScreen);

/** How far a coupon is: being asked for, failed with words, or open. */
interface State {
  coupon: Coupon;
  busy: boolean;
  /** Nothing has been asked for yet: what shows it is on its way. */
  fetching?: boolean;
  trouble?: string;
  opened?: Opened;
}

/** Opens one coupon at a time, and the one that was on screen before the page was loaded again. */
export function useOpenCoupon() {
  const { t } = useTranslation("rewards");
  const client = useQueryClient();
  // From the first drawing on: an entry of its own may stand in the history for it.
  const [before] = useState(shownBefore);
  const [state, setState] = useState<State | undefined>(
    before && { coupon: before, busy: true, fetching: true },
  );

  const reload = () => client.invalidateQueries({ queryKey: ["redemptions"] });
  // Whoever leaves or thinks better of it while that is fetched has not asked for the coupon.
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
      // First what shows it: a coupon that is open and cannot be shown is lost.
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
      // The way to log in has begun.
      if (isUnauthorized(error)) return setState(undefined);
      const known = error instanceof ApiProblem && error.status < 500;
      const trouble = known && error.message ? error.message : t("open.lost");
      setState({ coupon, busy: false, trouble });
      if (known) void reload();
    }
  };
  const close = () => {
    // On its way: "not yet" comes too late, and what comes is shown.
    if (state?.busy && !state.fetching) return;
    wish.current++;
    if (state?.opened) shutCoupon(state.coupon._id);
    // What got no answer may be open all the same.
    if (state?.opened || state?.trouble) void reload();
    setState(undefined);
  };

  const resume = useRef(open);
  resume.current = open;
  useEffect(() => {
    if (before) void resume.current(before);
    // Ahead, while there is a line: at a counter there may be none.
    else CodeScreen.load().catch(() => {});
  }, [before]);

  return {
    state,
    /** Shows the question. */
    ask: (coupon: Coupon) => setState({ coupon, busy: false }),
    open,
    close,
  };
}
