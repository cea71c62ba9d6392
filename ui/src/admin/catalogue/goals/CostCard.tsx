import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { ApiProblem } from "../../../api/problem";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { useRested } from "../../kit/useRested";
import { costOf, dollarsOf, reach } from "./cost";
import own from "./GoalEditor.module.css";
import { costQuery, type GoalCost, type GoalForm, goalOf } from "./goals";

interface CostCardProps {
  form: GoalForm;
  /** The goal whose draft it is; absent for a new one. */
  id: string | undefined;
}

/** The estimated cost of the draft, from the purchases of the last four weeks. The card follows the form. */
export function CostCard({ form, id }: CostCardProps) {
  const { t } = useTranslation("adminGoals");
  const say = useErrorText();
  const complete =
    form.reward === "item" ? form.item !== "" : form.reward !== "multiplier" || form.rule !== "";
  // The name changes no figure.
  const asked = JSON.stringify({ ...goalOf(form), name: { en: "" } });
  const rested = useRested(asked);
  const found = useQuery({
    ...costQuery(id, rested),
    // While the editor is typing, `rested` is still the form of an earlier moment. That form may have empty fields, and the
    // server would refuse it.
    enabled: complete && rested === asked,
    placeholderData: keepPreviousData,
  });
  // The form to which the shown figures belong, while those of a later form are counted.
  const [counted, setCounted] = useState(form);
  const current = rested === asked && found.data !== undefined && !found.isPlaceholderData;
  if (current && counted !== form) setCounted(form);
  const refused = found.error instanceof ApiProblem && found.error.status === 400;
  const waits = !complete || refused;
  const following = found.isFetching || rested !== asked;
  return (
    <section className={css.panel} aria-label={t("cost.title")} aria-busy={following}>
      <div className={css.panelHead}>
        <h2>{t("cost.title")}</h2>
        <span className={css.soft}>{following && !waits ? t("cost.counting") : t("cost.from")}</span>
      </div>
      {waits ? (
        <p className={css.soft}>{t("cost.incomplete")}</p>
      ) : found.error ? (
        <Note tone="plum">
          <p>{say(found.error)}</p>
          <Button kind="quiet" small onClick={() => void found.refetch()}>
            {t("cost.again")}
          </Button>
        </Note>
      ) : found.data ? (
        <Figures cost={found.data} form={current ? form : counted} />
      ) : (
        <RowSkeleton count={1} />
      )}
    </section>
  );
}

function Figures({ cost, form }: { cost: GoalCost; form: GoalForm }) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const { members, fullCards, couponsLeft, offeredUntil, rewardsLeft, spentOn, cutShort, to } = cost;
  const day = (one: string) => formatDate(noonOf(one), language);
  const price = costOf(cost, form.reward);
  const stock = reach(cost, form.reward);
  const paid = { count: fullCards, cards: formatPoints(fullCards) };
  return (
    <div aria-live="polite">
      <div className={own.figures}>
        <Figure value={formatPoints(members)} line={t("cost.members", { count: members })} />
        <Figure value={formatPoints(fullCards)} line={t("cost.full", { count: fullCards })} />
        <Figure
          value={price === undefined ? "–" : dollarsOf(price)}
          line={
            form.reward === "item" && cost.eachHkd
              ? t("cost.coupons", { ...paid, each: dollarsOf(cost.eachHkd) })
              : form.reward === "points"
                ? t("cost.points", { ...paid, points: formatPoints(Number(form.points)) })
                : t(`cost.unknown.${form.reward}`)
          }
        />
        <Figure
          value={stock.left === undefined ? t("cost.noLimit") : formatPoints(stock.left)}
          unit={stock.left === undefined ? undefined : t("cost.left")}
          low={stock.left !== undefined && stock.left < fullCards}
          line={
            stock.of === "coupons"
              ? offeredUntil
                ? t("cost.stockUntil", { day: day(offeredUntil) })
                : t("cost.stock")
              : t("cost.rewards")
          }
        />
      </div>
      {members === 0 && rewardsLeft !== 0 && <p className={css.soft}>{t("cost.none")}</p>}
      {couponsLeft !== undefined && couponsLeft < fullCards && <Note tone="pollen">{t("cost.short")}</Note>}
      {spentOn && rewardsLeft !== undefined && (
        <p className={css.soft}>
          {t("cost.spent", { count: rewardsLeft, rewards: formatPoints(rewardsLeft), day: day(spentOn) })}
        </p>
      )}
      {cutShort && <Note tone="pollen">{t("cost.cutShort", { day: day(to) })}</Note>}
      <p className={css.soft}>{t("cost.how")}</p>
    </div>
  );
}

interface FigureProps {
  value: string;
  unit?: string | undefined;
  line: ReactNode;
  low?: boolean;
}

function Figure({ value, unit, line, low = false }: FigureProps) {
  return (
    <p className={low ? own.low : undefined}>
      <b>
        {value}
        {unit && <small> {unit}</small>}
      </b>
      <span>{line}</span>
    </p>
  );
}
