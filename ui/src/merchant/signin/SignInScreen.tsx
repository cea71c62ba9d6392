import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { UserIcon } from "../../kit/icons/icons-basic";
import { Note } from "../../kit/screen/Paper";
import { placeOf } from "../../shared/slip/placeOf";
import type { Till } from "../kit/till";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";
import { PinForm } from "./PinForm";
import { StaffForm } from "./StaffForm";

/** Sign-in at the till: a cashier with a PIN, or staff with a password. */
export function SignInScreen({ till }: { till: Till }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const [cashier, setCashier] = useState<Till["cashiers"][number]>();
  const [staff, setStaff] = useState(false);
  const place = placeOf(till.outlet, till.name, language);
  if (staff || till.locked) {
    return (
      <EntryPage title={t(till.locked ? "locked.title" : "signIn.staff")} intro={place}>
        {till.locked && <Note tone="pollen">{t("locked.text")}</Note>}
        <StaffForm onBack={till.locked ? undefined : () => setStaff(false)} />
      </EntryPage>
    );
  }
  if (cashier) {
    return (
      <EntryPage key={cashier._id} title={cashier.name} intro={place}>
        <PinForm cashier={cashier} onBack={() => setCashier(undefined)} />
      </EntryPage>
    );
  }
  return (
    <EntryPage title={localized(till.partner.name, language)} intro={place}>
      {till.cashiers.length > 0 ? (
        <>
          <h2>{t("signIn.who")}</h2>
          <ul className={css.people}>
            {till.cashiers.map((one) => (
              <li key={one._id}>
                <button type="button" onClick={() => setCashier(one)}>
                  <UserIcon />
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Note>{t("signIn.nobody")}</Note>
      )}
      <Button kind="quiet" block onClick={() => setStaff(true)}>
        {t("signIn.asStaff")}
      </Button>
    </EntryPage>
  );
}
