import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, isUnauthorized } from "../../api/problem";
import { part } from "../../components/part";
import { type Opened, openCoupon, shownBefore, shutCoupon } from "./opening";

/** The codes are drawn by libraries that the list can do without. */
export const CodeScreen = part(async () => (await import("./CodeScreen")).CodeScreen);

/** How far a coupon is: being asked for by its id, failed with words, or open. */
interface State {
  id: string;
  busy: boolean;
  /** Nothing has been asked for yet: what shows it is on its way. */
  fetching?: boolean;
  trouble?: string;
  opened?: Opened;
}

/** Opens one coupon at a time, and the one that was on screen before the page was loaded again. */
export function useOpening() {
  const { t } = useTranslation("rewards");
  const client = useQueryClient();
  const [state, setState] = useState<State>();

  const reload = () => client.invalidateQueries({ queryKey: ["redemptions"] });
  // Whoever leaves or thinks better of it while that is fetched has not asked for the coupon.
  const wish = useRef(0);
  useEffect(
    () => () => {
      wish.current++;
    },
    [],
  );
  const open = async (id: string) => {
    const mine = ++wish.current;
    setState({ id, busy: true, fetching: true });
    try {
      // First what shows it: a coupon that is open and cannot be shown is lost.
      await CodeScreen.load();
    } catch {
      if (mine === wish.current) setState({ id, busy: false, trouble: t("failedText", { ns: "shell" }) });
      return;
    }
    if (mine !== wish.current) return;
    setState({ id, busy: true });
    try {
      const opened = await openCoupon(id);
      setState({ id, busy: false, opened });
    } catch (error) {
      // The way to log in has begun.
      if (isUnauthorized(error)) return setState(undefined);
      const known = error instanceof ApiProblem && error.status < 500;
      const trouble = known && error.message ? error.message : t("open.lost");
      setState({ id, busy: false, trouble });
      if (known) void reload();
    }
  };
  const close = () => {
    // On its way: "not yet" comes too late, and what comes is shown.
    if (state?.busy && !state.fetching) return;
    wish.current++;
    if (state?.opened) shutCoupon(state.id);
    // What got no answer may be open all the same.
    if (state?.opened || state?.trouble) void reload();
    setState(undefined);
  };

  const resume = useRef(open);
  resume.current = open;
  useEffect(() => {
    const id = shownBefore();
    if (id) void resume.current(id);
    // Ahead, while there is a line: at a counter there may be none.
    else CodeScreen.load().catch(() => {});
  }, []);

  return {
    state,
    /** Shows the question. */
    ask: (id: string) => setState({ id, busy: false }),
    open,
    close,
  };
}
