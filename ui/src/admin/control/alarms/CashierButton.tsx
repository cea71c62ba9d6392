import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import own from "./Alarms.module.css";
import { type AlarmPage, pauseCashier, resumeCashier } from "./alarms";
import { DecisionNote } from "./DecisionNote";
import { type Deciding, useDecide } from "./useDecide";

/** Pauses the cashier of an alarm, or lets a paused one sign in again. Nothing for an alarm without a cashier. */
export function CashierButton({
  page: { alarm, cashierActive },
  deciding: { busy, decide },
}: {
  page: AlarmPage;
  deciding: Deciding;
}) {
  const { t } = useTranslation("adminAlarms");
  const name = alarm.by ?? "";
  if (cashierActive === undefined) return null;
  const [send, words] = cashierActive
    ? ([pauseCashier, "pauseCashier"] as const)
    : ([resumeCashier, "resumeCashier"] as const);
  return (
    <Button
      kind={cashierActive ? "refuse" : "quiet"}
      small
      block
      busy={busy && t("busy")}
      onClick={() => decide((said) => send(alarm._id, said), t(`${words}.done`, { name }), true)}
    >
      {t(`${words}.do`)}
    </Button>
  );
}

/** The way back for a cashier who is still paused after the alarm ended. */
export function ResumeForm({ page }: { page: AlarmPage }) {
  const { t } = useTranslation("adminAlarms");
  const deciding = useDecide();
  return (
    <section className={own.part}>
      <DecisionNote label={t("resumeCashier.note")} deciding={deciding} />
      <div className={own.verbs}>
        <CashierButton page={page} deciding={deciding} />
      </div>
    </section>
  );
}
