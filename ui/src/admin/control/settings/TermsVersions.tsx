import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatLongDate } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { NothingYet } from "../../kit/NothingYet";
import { useMay } from "../../session";
import { TermsForm } from "./TermsForm";
import own from "./TermsVersions.module.css";
import { type TermsVersion, termsVersionsQuery } from "./terms";

/** The published versions of the terms of use, and the form of the next one. */
export function TermsVersions() {
  const { t } = useTranslation("adminSettings");
  const versions = useQuery(termsVersionsQuery());
  const mayWrite = useMay("own");
  const [writing, setWriting] = useState(false);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("terms.title")}</h2>
        {mayWrite && !writing && (
          <Button kind="quiet" small onClick={() => setWriting(true)}>
            {t("terms.add")}
          </Button>
        )}
      </div>
      <p className={css.soft}>{t("terms.text")}</p>
      {writing && versions.data && <TermsForm newest={versions.data[0]} onClose={() => setWriting(false)} />}
      <Loaded of={versions} failed={t("terms.failed")} skeleton={<RowSkeleton count={2} />}>
        {(all) =>
          all.length === 0 ? (
            <NothingYet picture={<EmptySheet />}>{t("terms.none")}</NothingYet>
          ) : (
            <ul className={own.versions}>
              {all.map((one) => (
                <Version key={one.version} version={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Version({ version }: { version: TermsVersion }) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const dayOf = (day: string) => formatLongDate(`${day}T12:00:00+08:00`, language);
  return (
    <li>
      <h3>{t("terms.version", { version: version.version })}</h3>
      <p className={css.soft}>
        {t("terms.line", {
          starts: dayOf(version.startsOn),
          decide: dayOf(version.decideBy),
          by: version.createdBy,
        })}
      </p>
      {version.changes.length > 0 && (
        <ul className={own.changes}>
          {version.changes.map(({ title }) => (
            <li key={title.en}>{localized(title, language)}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>{t("terms.full")}</summary>
        <p className={own.full}>{localized(version.text, language)}</p>
      </details>
    </li>
  );
}
