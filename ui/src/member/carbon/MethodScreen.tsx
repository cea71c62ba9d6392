import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { exactWeight } from "../../shared/weight";
import css from "./MethodScreen.module.css";
import { type Method, methodQuery, saveMethod, sourceOf } from "./method";

/** The units of the worked example. */
const EXAMPLE = 10;

/** The method of counting CO2e: one sentence, an example, and every factor with its source. */
export function MethodScreen() {
  const { t } = useTranslation("carbon");
  const method = useQuery(methodQuery());
  return (
    <Screen title={t("method.title")} reading>
      <h2 className={text.t2}>{t("method.head")}</h2>
      <p className={css.text}>{t("method.text")}</p>
      <Loaded of={method} failed={t("method.failed")} skeleton={<RowSkeleton count={4} />}>
        {(factors) =>
          factors.length === 0 ? (
            <EmptyState picture={<EmptySheet />} text={t("method.empty")} />
          ) : (
            <>
              <Example factor={factors[0] as Method} />
              <Factors factors={factors} />
              <p className={css.text}>{t("method.stays")}</p>
              <Print />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Saves the page as a PDF in the language on screen. */
function Print() {
  const { t } = useTranslation("carbon");
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const failed = await saveMethod(language);
    setBusy(false);
    if (failed !== undefined) showToast(failed || t("method.printFailed"), undefined, "note");
  };
  return (
    <Button kind="quiet" block busy={busy && t("method.printing")} onClick={() => void save()}>
      {t("method.print")}
    </Button>
  );
}

function Example({ factor }: { factor: Method }) {
  const { t } = useTranslation("carbon");
  const language = useLanguage();
  const grams = Number(factor.grams);
  const name = localized(factor.name, language);
  const count = t(`method.counts.${factor.unit}`, { count: EXAMPLE });
  return (
    <div className={classes(layout.card, css.example)}>
      <p className={text.t5}>{t("method.example", { name })}</p>
      <p className={css.sum}>{`${count} × ${exactWeight(grams)} = ${exactWeight(grams * EXAMPLE)}`}</p>
    </div>
  );
}

function Factors({ factors }: { factors: readonly Method[] }) {
  const { t } = useTranslation("carbon");
  const language = useLanguage();
  const dayOf = (day: string) => formatDate(`${day}T04:00:00Z`, language);
  return (
    <section>
      <h2 className={css.head}>{t("method.factors")}</h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("method.choice")}</th>
            <th scope="col">{t("method.saved")}</th>
          </tr>
        </thead>
        <tbody>
          {factors.map(({ _id, name, unit, grams, sourceLink, version, from, earlier, ...one }) => (
            <tr key={_id}>
              <td>
                {localized(name, language)}
                <small>
                  {sourceLink ? (
                    <a className={text.link} href={sourceLink} target="_blank" rel="noopener noreferrer">
                      {sourceOf(one)}
                      <span className={text.sr}> {t("method.newTab")}</span>
                    </a>
                  ) : (
                    sourceOf(one)
                  )}
                </small>
                <small>{t("method.version", { version, day: dayOf(from) })}</small>
                {earlier.length > 0 && (
                  <details>
                    <summary>{t("method.earlier")}</summary>
                    {earlier.map((one) => (
                      <small key={one.version}>
                        {`${t("method.version", { version: one.version, day: dayOf(one.from) })}: ${exactWeight(Number(one.grams))}`}
                      </small>
                    ))}
                  </details>
                )}
              </td>
              <td>
                {exactWeight(Number(grams))}
                <small>{t(`method.units.${unit}`)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
