import { generate } from "lean-qr";
import { useId } from "react";
import { programmeName } from "../../../device/programmeName";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import scene from "../../../kit/art/scene-branch.svg?url";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import { Wordmark } from "../../../kit/screen/Wordmark";
import type { CampaignInput } from "../../kit/editor/kinds";
import css from "./Campaigns.module.css";

interface PosterProps {
  campaign: CampaignInput;
  /** The content of the QR code; absent until a code exists. */
  code: string | undefined;
  label: string;
}

const INK = "#17231D";
const SOFT = "#46504A";
// A QR scanner needs a quiet zone of four modules; the white plate provides it.
const CLEAR = 4;
/** Maximum letters of a Latin title per line beside the code, and maximum lines. */
const LINE = 13;
const LINES = 3;
/** Width beside the code. */
const BESIDE_CODE = 392;
/** Maximum width of the number. */
const NUMBER = 350 / 0.75;

/**
 * An A4 poster, always in the light theme: picture, name in two scripts, code, points and validity. The file
 * to download (`src/admin/print/poster.rs`) uses the same layout.
 */
export function Poster({ campaign, code, label }: PosterProps) {
  const id = useId();
  const lines = title(campaign.name.en);
  const chinese = campaign.name.zhhk ?? campaign.name.zh ?? "";
  const simplified = !campaign.name.zhhk && campaign.name.zh !== undefined;
  const script = simplified ? "zh-Hans" : "zh-Hant-HK";
  const { points } = campaign;
  const wide = widthOf(formatPoints(points ?? 0));
  const scale = Math.min(1, NUMBER / wide);
  const beside = 64 + wide * scale;
  const scan = {
    latin: `Scan with ${programmeName} to collect`,
    chinese: simplified
      ? `用 ${programmeName} 扫一扫${campaign.gift ? "" : "，领取积分"}`
      : `用 ${programmeName} 掃一掃${campaign.gift ? "" : "，賺取積分"}`,
  };
  const when = period(campaign);
  // The programme's name gets the width that the period leaves in the footer.
  const name = 682 - Math.min(430, lengthOf(when) * 21) - 24;
  const under = 590 + lines.length * 68;
  return (
    <svg
      className={css.poster}
      viewBox="0 0 794 1123"
      role="img"
      aria-label={label}
      xmlns="http://www.w3.org/2000/svg"
    >
      <rect width="794" height="1123" fill="#F6F1E7" />
      <clipPath id={id}>
        <rect width="794" height="495" />
      </clipPath>
      <rect width="794" height="495" fill="#B5D2D6" />
      <image
        href={scene}
        width="794"
        height="495"
        preserveAspectRatio="xMidYMid slice"
        clipPath={`url(#${id})`}
      />
      {lines.map((line, index) => (
        <text
          key={line}
          x="56"
          y={598 + index * 68}
          fontSize="58"
          fontWeight="700"
          fill={INK}
          letterSpacing="-1"
          {...fitted(line, 58)}
        >
          {line}
        </text>
      ))}
      {chinese && (
        <text
          lang={script}
          x="56"
          y={under + 8}
          fontSize="40"
          fontWeight="700"
          fill={INK}
          {...fitted(chinese, 40)}
        >
          {chinese}
        </text>
      )}
      <text x="56" y={under + 64} fontSize="28" fill={SOFT} {...fitted(scan.latin, 28)}>
        {scan.latin}
      </text>
      <text lang={script} x="56" y={under + 104} fontSize="28" fill={SOFT} {...fitted(scan.chinese, 28)}>
        {scan.chinese}
      </text>
      <rect x="465" y="537" width="280" height="280" rx="16" fill="#FFFFFF" />
      {code && <Code text={code} x={465} y={537} size={280} />}
      {code && (
        <text x="605" y="854" fontSize="24" fill={INK} textAnchor="middle" {...fitted(code, 24, 280)}>
          {code}
        </text>
      )}
      {points !== undefined && points !== null && (
        <>
          <g transform={`translate(54 ${988 - 116 * scale})`} className={css.inPoints}>
            <StencilNumber value={points} height={116 * scale} hidden />
          </g>
          <g className={css.inPoints} fontSize="29" fontWeight="700" fill="currentColor">
            <text x={beside} y="950">
              points
            </text>
            <text lang={script} x={beside} y="990">
              {simplified ? "积分" : "積分"}
            </text>
          </g>
        </>
      )}
      <line
        x1="56"
        y1="1030"
        x2="738"
        y2="1030"
        stroke={INK}
        strokeWidth="2.5"
        strokeDasharray="0.1 9"
        strokeLinecap="round"
      />
      <g transform="translate(56 1046)" color={INK}>
        {programmeName === "Kapok" ? (
          <Wordmark height={50} />
        ) : (
          <text
            y="38"
            fontSize="40"
            fontWeight="700"
            fill="currentColor"
            {...fitted(programmeName, 40, name)}
          >
            {programmeName}
          </text>
        )}
      </g>
      <text x="738" y="1080" fontSize="21" fill={SOFT} textAnchor="end">
        {when}
      </text>
    </svg>
  );
}

/** Estimated width of a number in the stencil font at height 116. */
const widthOf = (number: string) => [...number].reduce((sum, sign) => sum + (sign === "," ? 38 : 86), 0);

function Code({ text, x, y, size }: { text: string; x: number; y: number; size: number }) {
  const code = generate(text);
  let path = "";
  for (let row = 0; row < code.size; row++) {
    for (let column = 0; column < code.size; column++) {
      if (code.get(column, row)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  const scale = size / (code.size + 2 * CLEAR);
  return (
    <path
      d={path}
      fill="#000000"
      shapeRendering="crispEdges"
      transform={`translate(${x + CLEAR * scale} ${y + CLEAR * scale}) scale(${scale})`}
    />
  );
}

function period({ validFrom, validUntil }: CampaignInput): string {
  const [from, until] = [validFrom, validUntil].map((moment) => moment && formatDateTime(moment, "en"));
  if (from && until) return `${from} – ${until} HKT`;
  if (until) return `until ${until} HKT`;
  return from ? `from ${from} HKT` : "";
}

/** Compresses text that would be wider than its place at that size. */
function fitted(words: string, size: number, place = BESIDE_CODE) {
  return lengthOf(words) * size > place ? { textLength: place, lengthAdjust: "spacingAndGlyphs" } : {};
}

/** Estimated width of a text in em: a Han character is one em wide. */
const lengthOf = (words: string) => [...words].reduce((sum, sign) => sum + (sign >= "\u2e80" ? 1 : 0.56), 0);

/** Breaks a name into at most `LINES` lines; lengthens the lines as needed. */
export function title(name: string): string[] {
  let letters = LINE;
  let lines = broken(name, letters);
  while (lines.length > LINES) lines = broken(name, ++letters);
  return lines;
}

/** Breaks a text into lines of at most `most` letters; a longer word gets its own line. */
export function broken(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
