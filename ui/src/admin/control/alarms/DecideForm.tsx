import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { Check } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import { fullName } from "../../members/names";
import own from "./Alarms.module.css";
import { type AlarmPage, dismissAlarms, holdPoints, releasePoints } from "./alarms";
import { CashierButton } from "./CashierButton";
import { DecisionNote } from "./DecisionNote";
import { useDecide } from "./useDecide";

/** Hold, release, pause the cashier and dismiss, each with a note. */
export function DecideForm({ page, onDecided }: { page: AlarmPage; onDecided(): void }) {
  const { t } = useTranslation("adminAlarms");
  const { alarm } = page;
  const can = page.members.filter(({ member, holdable }) => member && holdable > 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const deciding = useDecide(onDecided);
  const { busy, decide } = deciding;
  const chosen = can.filter(({ member }) => member && !left.has(member._id));
  const points = chosen.reduce((sum, { holdable }) => sum + holdable, 0);
  const words = { count: points, points: formatPoints(points) };
  return (
    <section className={own.part}>
      {can.length > 1 && (
        <fieldset className={own.people}>
          <legend>{t("whose")}</legend>
          {can.map(({ member, holdable }) =>
            member ? (
              <Check
                key={member._id}
                wide
                name={member._id}
                checked={!left.has(member._id)}
                onChange={(on) => {
                  const next = new Set(left);
                  if (on) next.delete(member._id);
                  else next.add(member._id);
                  setLeft(next);
                }}
              >
                {fullName(member)} <b>{formatPoints(holdable)}</b>
              </Check>
            ) : null,
          )}
        </fieldset>
      )}
      <DecisionNote label={t("note.label")} deciding={deciding} />
      <div className={own.verbs}>
        {points > 0 && (
          <Button
            kind="refuse"
            small
            block
            busy={busy && t("busy")}
            onClick={() =>
              decide(
                (said) =>
                  holdPoints(
                    alarm._id,
                    said,
                    chosen.flatMap(({ member }) => (member ? [member._id] : [])),
                  ),
                t("hold.done", words),
              )
            }
          >
            {t("hold.do", words)}
          </Button>
        )}
        <CashierButton page={page} deciding={deciding} />
        {alarm.queue === "held" ? (
          <Button
            small
            block
            busy={busy && t("busy")}
            onClick={() => decide((said) => releasePoints(alarm._id, said), t("release.done"))}
          >
            {t("release.do")}
          </Button>
        ) : (
          <Button
            kind="quiet"
            small
            block
            busy={busy && t("busy")}
            onClick={() =>
              decide((said) => dismissAlarms([alarm._id], said), t("dismiss.done", { count: 1 }))
            }
          >
            {t("dismiss.do")}
          </Button>
        )}
      </div>
      <p className={css.soft}>{t(alarm.queue === "held" ? "release.text" : "hold.text")}</p>
      {page.cashierActive && <p className={css.soft}>{t("pauseCashier.text")}</p>}
    </section>
  );
}
