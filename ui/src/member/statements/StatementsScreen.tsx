import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { FailedNote } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./StatementsScreen.module.css";
import { type Form, saveStatement, statementsQuery } from "./statements";

const FORMS: readonly Form[] = ["pdf", "json"];

/** The member's signed statements: one a month, as PDF and JSON. */
export function StatementsScreen() {
  const { t } = useTranslation("points");
  const months = useQuery(statementsQuery());
  return (
    <Screen title={t("statements.title")} info={<p>{t("statements.info")}</p>}>
      <p className={text.soft}>{t("statements.intro")}</p>
      <Loaded of={months} skeleton={<RowSkeleton count={4} />} failed={t("statements.failed")}>
        {(found) =>
          found.length > 0 ? (
            <Months months={found} />
          ) : (
            <EmptyState
              picture={<EmptySheet />}
              title={t("statements.emptyTitle")}
              text={t("statements.empty")}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Months({ months }: { months: readonly string[] }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const save = async (month: string, form: Form) => {
    if (busy) return;
    setBusy(month + form);
    setRefused(undefined);
    const reason = await saveStatement(month, form);
    setBusy(undefined);
    if (reason === undefined) return showToast(t("statements.saved"));
    setRefused(reason || t("statements.notSaved"));
  };
  return (
    <>
      {refused && (
        <div className={css.refused}>
          <FailedNote>{refused}</FailedNote>
        </div>
      )}
      <ul className={classes(layout.card, layout.rows, css.months)}>
        {months.map((month) => {
          const name = formatMonth(month, language);
          const buttons = FORMS.map((form) => (
            <Button
              key={form}
              kind="quiet"
              small
              busy={busy === month + form && t("statements.busy")}
              onClick={() => void save(month, form)}
            >
              <span aria-hidden="true">{t(`statements.${form}`)}</span>
              <span className={text.sr}>{t(`statements.${form}Of`, { month: name })}</span>
            </Button>
          ));
          return (
            <li key={month}>
              <Row title={name} end={<span className={css.files}>{buttons}</span>} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
