import { CINQUEFOIL, PETAL, PETAL_DARK, PETAL_LIGHT, TURNS } from "../../../kit/screen/petals";
import { Wordmark } from "../../../kit/screen/Wordmark";
import css from "./AdminFrame.module.css";

/** The programme's name for dark backgrounds, or its flower where space is small. */
export function Logo({ height = 30 }: { height?: number }) {
  return (
    <span className={css.mark}>
      <span className={css.wordmark}>
        <Wordmark height={height} />
      </span>
      <svg className={css.flower} viewBox="-105 -105 210 210" width="36" height="36" aria-hidden="true">
        <g>
          {TURNS.map((turn) => (
            <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
          ))}
          <circle r="26" fill="#C5301C" />
        </g>
      </svg>
    </span>
  );
}

/** The blossom printed on the sidebar, tone on tone. */
export function SidePrint() {
  return (
    <svg className={css.print} viewBox="-105 -105 210 210" width="330" height="330" aria-hidden="true">
      {TURNS.map((turn) => (
        <g key={turn} transform={`rotate(${turn + 14})`}>
          <path d={PETAL_LIGHT} />
          <path d={PETAL_DARK} />
        </g>
      ))}
    </svg>
  );
}

/** Initials in a five-lobed shape. */
export function Face({ name, size = 40 }: { name: string; size?: number }) {
  return (
    <svg viewBox="-56 -56 112 112" width={size} height={size} aria-hidden="true">
      <path d={CINQUEFOIL} fill="#A9C3A4" />
      <text textAnchor="middle" y="11" fontSize="30" fontWeight="700" fill="#0C2F27">
        {initials(name)}
      </text>
    </svg>
  );
}

/** MC for Mei Yi Chan, 黃 for 黃子晴. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "";
  if (/\p{Script=Han}/u.test(first)) return first;
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
