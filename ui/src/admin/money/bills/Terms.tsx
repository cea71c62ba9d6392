import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { useMay } from "../../session";
import { type PartnerTerms, termsQuery } from "./bills";
import { TermsDialog } from "./TermsDialog";

/** The amounts that a partner pays and gets for a point, and their history. */
export function Terms({ partner }: { partner: string }) {
  const { t } = useTranslation("adminBills");
  const terms = useQuery(termsQuery(partner));
  const mayChange = useMay("settle");
  const [changing, setChanging] = useState<PartnerTerms>();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("terms.title")}</h2>
        {mayChange && terms.data && (
          <Button kind="text" small onClick={() => setChanging(terms.data)}>
            {t("terms.change")}
          </Button>
        )}
      </div>
      <Loaded of={terms} failed={t("failed")} skeleton={<RowSkeleton count={3} />}>
        {(found) => (
          <>
            <Facts
              facts={[
                [t("terms.issuedHkd"), `HK$${found.issuedHkd}`],
                [t("terms.redeemedHkd"), `HK$${found.redeemedHkd}`],
                [t("terms.feeHkd"), `HK$${found.feeHkd}`],
              ]}
            />
            {found.version === 0 ? <p className={css.soft}>{t("terms.unset")}</p> : <History of={found} />}
          </>
        )}
      </Loaded>
      {changing && <TermsDialog partner={partner} terms={changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
}

function History({ of: { versions } }: { of: PartnerTerms }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  return (
    <>
      <h3>{t("terms.history")}</h3>
      <ul className={css.stack}>
        {versions.map(({ version, from, issuedHkd, redeemedHkd, feeHkd, changedBy }) => (
          <li key={version}>
            {t("terms.since", { day: formatDate(`${from}T04:00:00Z`, language) })}
            <span className={css.two}>
              {t("terms.short", {
                issued: issuedHkd,
                redeemed: redeemedHkd ? `HK$${redeemedHkd}` : t("terms.pointValue"),
                fee: feeHkd,
                name: changedBy,
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
