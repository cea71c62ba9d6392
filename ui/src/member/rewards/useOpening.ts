import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, isUnauthorized } from "../../api/problem";
import { type Opened, openCoupon, shownBefore, shutCoupon } from "./opening";

/** How far a coupon is: being asked for by its id, failed with words, or open. */
interface State {
  id: string;
  busy: boolean;
  trouble?: string;
  opened?: Opened;
}

/** Opens one coupon at a time, and the one that was on screen before the page was loaded again. */
export function useOpening() {
  const { t } = useTranslation("rewards");
  const client = useQueryClient();
  const [state, setState] = useState<State>();

  const reload = () => client.invalidateQueries({ queryKey: ["redemptions"] });
  const open = async (id: string) => {
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
  }, []);

  return {
    state,
    /** Shows the question. */
    ask: (id: string) => setState({ id, busy: false }),
    open,
    close,
  };
}
