import css from "../../admin.module.css";
import { changeWords, percent, shareOf } from "./figures";
import own from "./Segments.module.css";
import type { Segment } from "./segments";

/** The change of a segment in four weeks. */
export function Change({ of }: { of: number | null | undefined }) {
  if (typeof of !== "number") return "–";
  return <span className={of > 0 ? css.in : of < 0 ? css.out : css.soft}>{changeWords(of)}</span>;
}

/** The share of all active members in a segment, as a bar and in per cent. */
export function ShareOfAll({ of }: { of: Segment }) {
  const share = shareOf(of);
  if (share === undefined) return "–";
  return (
    <span className={own.share}>
      <svg className={own.shareBar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={own.track} width={100} height={6} rx={1} />
        <rect className={own.filled} width={share * 100} height={6} rx={1} />
      </svg>
      {percent(share)}
    </span>
  );
}
