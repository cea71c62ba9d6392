import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatShortId } from "../../i18n/format";
import { ScreenLink } from "../buttons/ScreenLink";
import { ChevronIcon } from "../icons/icons-basic";
import { Blossom } from "./Blossom";
import css from "./PointsCard.module.css";
import { StencilNumber } from "./StencilNumber";

interface PointsCardProps {
  points: number;
  shortId: string;
  /** Facts about the points in place of the usual stub, which has the id. */
  stub?(usual: ReactNode): ReactNode;
  /** The target of the whole card. */
  to: string;
  state?: unknown;
  /** Changes the screen by calling `go`, for example in a transition. */
  change?(go: () => void): void;
}

/** The red card: balance, perforation, and a stub with the member's id. One link. */
export function PointsCard({ points, shortId, stub, to, state, change }: PointsCardProps) {
  const { t } = useTranslation();
  // From seven digits on, the number needs the space of the stamens.
  const long = points >= 1_000_000;
  const usual = (
    <>
      <span>{t("memberId", { id: formatShortId(shortId) })}</span>
      <b>
        {t("history")}
        <ChevronIcon size={18} />
      </b>
    </>
  );
  return (
    <ScreenLink className={css.card} to={to} state={state} change={change}>
      <span className={css.in}>
        <Blossom size={300} print stamens={!long} className={css.print} />
        <span className={css.main}>
          <span className={css.label}>{t("balance")}</span>
          <span className={css.number} data-balance="">
            <StencilNumber value={points} height={long ? 44 : 58} pollen />
          </span>
        </span>
        <span className={css.stub}>{stub?.(usual) ?? usual}</span>
      </span>
    </ScreenLink>
  );
}
