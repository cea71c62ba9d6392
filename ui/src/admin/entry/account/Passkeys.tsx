import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { offersStaffPasskeys } from "../../../api/staffPasskey";
import { formatDate } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { useMe } from "../../session";
import { accountChanged, addPasskey, factorQuery, removePasskey } from "./account";
import { PasswordDialog } from "./PasswordDialog";
import { RecoveryCodes } from "./RecoveryCodes";

type Passkey = components["schemas"]["StaffPasskey"];

/** The user's passkeys; a passkey replaces both password and second factor. */
export function Passkeys() {
  const { t } = useTranslation("adminAccount");
  const language = useLanguage();
  const me = useMe();
  const passkeys = useQuery(factorQuery()).data?.passkeys ?? [];
  const offered = useQuery({ queryKey: ["staffPasskeys"], queryFn: offersStaffPasskeys, retry: false });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [refused, setRefused] = useState(false);
  if (!offered.data && passkeys.length === 0) return null;
  const add = async (password: string) => {
    setRefused(false);
    try {
      const made = await addPasskey(password, me);
      if (made && made.recoveryCodes.length > 0) setCodes(made.recoveryCodes);
      if (made) showToast(t("passkeys.added"));
      setRefused(!made);
      accountChanged();
    } catch (failure) {
      if (failure instanceof ApiProblem || failure instanceof NetworkError) throw failure;
      // The device refused, or its window was closed.
      setRefused(true);
    }
    setAdding(false);
  };
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("passkeys.title")}</h2>
        {offered.data && (
          <Button small onClick={() => setAdding(true)}>
            {t("passkeys.add")}
          </Button>
        )}
      </div>
      <p className={css.soft}>{t("passkeys.text")}</p>
      {refused && <Note tone="pollen">{t("passkeys.refused")}</Note>}
      <ul className={css.rows}>
        {passkeys.map((passkey) => (
          <li key={passkey._id} className={css.actions}>
            <span>
              {passkey.name}
              <span className={css.two}>
                {t("passkeys.since", { date: formatDate(passkey.created, language) })}
              </span>
            </span>
            <span className={css.spacer} />
            <Button kind="text" small onClick={() => setRemoving(passkey)}>
              {t("passkeys.remove")}
            </Button>
          </li>
        ))}
      </ul>
      {adding && (
        <PasswordDialog
          title={t("passkeys.add")}
          text={t("factor.password")}
          submit={t("next")}
          onClose={() => setAdding(false)}
          onPassword={add}
        />
      )}
      {removing && <Remove passkey={removing} onClose={() => setRemoving(undefined)} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useTranslation("adminAccount");
  return (
    <ActionDialog
      title={t("passkeys.removeTitle")}
      submit={t("passkeys.remove")}
      busy={t("checking")}
      onClose={onClose}
      act={async () => {
        await removePasskey(passkey._id);
        showToast(t("passkeys.removed"));
        accountChanged();
        onClose();
      }}
    >
      <p>{t("passkeys.removeText", { name: passkey.name })}</p>
    </ActionDialog>
  );
}
