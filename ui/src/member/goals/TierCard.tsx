import { useState } from "react";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import layout from "../../kit/styles/layout.module.css";
import { TierLines } from "../../shared/goals/TierLines";
import type { MemberTier } from "../../shared/goals/tiers";
import css from "./TierCard.module.css";
import { TierSheet } from "./TierSheet";

/** The member's level. A tap shows what keeps it and what comes next. */
export function TierCard({ tier }: { tier: MemberTier }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes(layout.card, css.card)} onClick={() => setOpen(true)}>
        <TierLines tier={tier} />
        <span className={css.more}>
          <ChevronIcon size={18} />
        </span>
      </button>
      {open && <TierSheet tier={tier} onClose={() => setOpen(false)} />}
    </>
  );
}
