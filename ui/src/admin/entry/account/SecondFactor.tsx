import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { accountChanged, beginTotp, factorQuery, newRecoveryCodes, removeTotp } from "./account";
import { PasswordDialog } from "./PasswordDialog";
import { RecoveryCodes } from "./RecoveryCodes";
import { TotpSetup } from "./TotpSetup";

type Secret = components["schemas"]["TotpSecret"];

/** The second factor: an authenticator app, and recovery codes. */
export function SecondFactor() {
  const { t } = useTranslation("adminAccount");
  const factor = useQuery(factorQuery());
  const [asking, setAsking] = useState<"begin" | "remove" | "codes">();
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setAsking(undefined);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("factor.title")}</h2>
        {factor.data && (
          <Badge tone={factor.data.totp ? "leaf" : "pollen"}>
            {t(factor.data.totp ? "factor.on" : "factor.off")}
          </Badge>
        )}
      </div>
      <Loaded of={factor} failed={t("factor.failed")} skeleton={<RowSkeleton count={1} />}>
        {({ totp, recoveryCodesLeft, required }) => (
          <div className={css.stack}>
            <p className={css.soft}>
              {totp ? t("factor.left", { count: recoveryCodesLeft }) : t("factor.text")}
            </p>
            <div className={css.actions}>
              {totp ? (
                <>
                  <Button kind="quiet" small onClick={() => setAsking("codes")}>
                    {t("factor.newCodes")}
                  </Button>
                  {!required && (
                    <Button kind="refuse" small onClick={() => setAsking("remove")}>
                      {t("factor.remove")}
                    </Button>
                  )}
                </>
              ) : (
                <Button small onClick={() => setAsking("begin")}>
                  {t("factor.begin")}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {asking === "begin" && (
        <PasswordDialog
          title={t("factor.begin")}
          text={t("factor.password")}
          submit={t("next")}
          onClose={close}
          onPassword={async (password) => {
            setSecret(await beginTotp(password));
            close();
          }}
        />
      )}
      {asking === "remove" && (
        <PasswordDialog
          refuse
          title={t("factor.removeTitle")}
          text={t("factor.removeText")}
          submit={t("factor.remove")}
          onClose={close}
          onPassword={async (password) => {
            await removeTotp(password);
            accountChanged();
            showToast(t("factor.removed"));
            close();
          }}
        />
      )}
      {asking === "codes" && (
        <PasswordDialog
          title={t("factor.newCodes")}
          text={t("factor.newCodesText")}
          submit={t("factor.newCodes")}
          onClose={close}
          onPassword={async (password) => {
            setCodes((await newRecoveryCodes(password)).recoveryCodes);
            accountChanged();
            close();
          }}
        />
      )}
      {secret && (
        <TotpSetup
          secret={secret}
          onClose={() => setSecret(undefined)}
          onDone={(recoveryCodes) => {
            setSecret(undefined);
            setCodes(recoveryCodes);
          }}
        />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            accountChanged();
          }}
        />
      )}
    </section>
  );
}
