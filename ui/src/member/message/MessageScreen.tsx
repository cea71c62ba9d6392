import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { ButtonLink } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Blossom } from "../../kit/screen/Blossom";
import { PETAL_DARK, PETAL_LIGHT, TURNS } from "../../kit/screen/petals";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { type MessageState, paths } from "../../shared/paths";
import { Bought } from "./Bought";
import { Earned } from "./Earned";
import css from "./MessageScreen.module.css";
import { shownMessage } from "./message";

/** The result page: a flower, a sentence and a button. */
export function MessageScreen() {
  const { t } = useTranslation("message");
  const { state } = useLocation();
  const [query] = useSearchParams();
  const shown = shownMessage(state, query, window.location.origin) ?? {
    message: t("nothing"),
    buttonText: t("home"),
    buttonLink: paths.home,
  };
  if (shown.earned) return <Earned shown={shown} earned={shown.earned} />;
  if (shown.bought) return <Bought shown={shown} coupon={shown.bought} />;
  return (
    <Screen
      title={shown.title ?? t("title")}
      header="none"
      footer={
        <ButtonLink block replace to={shown.buttonLink}>
          {shown.buttonText ?? t("go")}
        </ButtonLink>
      }
    >
      <div className={css.page} role={shown.tone === "error" ? "alert" : "status"}>
        {shown.tone ? <Verdict tone={shown.tone} /> : <Blossom size={140} />}
        {shown.title ? <h1 className={text.t1}>{shown.title}</h1> : <h1 className={text.sr}>{t("title")}</h1>}
        <p>{shown.message}</p>
      </div>
    </Screen>
  );
}

const MARKS = { success: "M-19 1l13 13 26-28", error: "M0-24V6M0 22v1" };

function Verdict({ tone }: { tone: MessageState["tone"] }) {
  return (
    <svg
      className={classes(tone === "error" && css.faded)}
      viewBox="-105 -105 210 210"
      width="140"
      height="140"
      aria-hidden="true"
    >
      {TURNS.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path className={css.light} d={PETAL_LIGHT} />
          <path className={css.dark} d={PETAL_DARK} />
        </g>
      ))}
      <circle className={css.heart} r="44" />
      <path className={css.mark} d={MARKS[tone]} />
    </svg>
  );
}
