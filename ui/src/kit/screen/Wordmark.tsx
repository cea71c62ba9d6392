import { programmeLogo, programmeName } from "../../device/programmeName";
import text from "../styles/text.module.css";
import { PETAL, TURNS } from "./petals";

/** The programme's logo if it has one, or else its name in the colour of the surrounding text: Kapok 木棉, or another. */
export function Wordmark({ height = 42 }: { height?: number }) {
  if (programmeLogo)
    return <img className={text.logo} src={programmeLogo} alt={programmeName} height={height} />;
  if (programmeName !== "Kapok") return <b className={text.t2}>{programmeName}</b>;
  return (
    <svg
      viewBox="-2 -6 631 138"
      height={height}
      width={(height * 631) / 138}
      role="img"
      aria-label="Kapok 木棉"
    >
      <path
        d="M0 0H20V100H0Z M25 50C25 26 42 5 72 0C70 29 53 48 25 50Z M25 53C55 56 72 73 76 100C46 97 27 79 25 53Z"
        fill="currentColor"
        fillRule="evenodd"
      />
      <path
        d="M56 37A35 35 0 1 0 56 93Z M50 65A15 15 0 1 1 20 65A15 15 0 1 1 50 65Z M60 30H80V100H60Z"
        fill="currentColor"
        transform="translate(85 0)"
        fillRule="evenodd"
      />
      <path
        d="M24 37A35 35 0 1 1 24 93Z M60 65A15 15 0 1 0 30 65A15 15 0 1 0 60 65Z M0 30H20V128H0Z"
        fill="currentColor"
        transform="translate(178 0)"
        fillRule="evenodd"
      />
      <g transform="translate(305 65.5) scale(.39)">
        {TURNS.map((turn) => (
          <path key={turn} d={PETAL} fill="#C5301C" transform={`rotate(${turn})`} />
        ))}
        <circle r="26" fill="#F2B632" />
      </g>
      <path
        d="M0 0H20V100H0Z M25 63C25 44 40 32 66 30C64 52 50 63 25 63Z M25 66C52 67 66 79 70 100C44 98 27 86 25 66Z"
        fill="currentColor"
        transform="translate(353 0)"
        fillRule="evenodd"
      />
      <g transform="translate(467 24) scale(.73)">
        <path
          d="M43 0H57V100H43Z M2 22H40V35H2Z M60 22H98V35H60Z M40 39C36 62 22 82 0 92C2 68 16 48 40 39Z M60 39C64 62 78 82 100 92C98 68 84 48 60 39Z"
          fill="currentColor"
          fillRule="evenodd"
        />
        <g transform="translate(114 0)">
          <path
            d="M14 0H26V100H14Z M-2 22H12V33H-2Z M28 22H42V33H28Z M12 38C11 56 6 72-6 84C-7 64-2 48 12 38Z M29 38C37 42 42 50 43 62C34 58 29 50 29 38Z"
            fill="currentColor"
            fillRule="evenodd"
          />
          <path
            d="M72 0C78 1 82 4 83 11H64C65 6 68 2 72 0Z M50 13H98V53H50Z M61 22V29H87V22Z M61 37V44H87V37Z"
            fill="currentColor"
            fillRule="evenodd"
          />
          <path
            d="M46 59H66V70H57V94H46Z M82 59H102V94H88V84H91V70H82Z M69 56H79V104H69Z"
            fill="currentColor"
            fillRule="evenodd"
          />
        </g>
      </g>
    </svg>
  );
}
