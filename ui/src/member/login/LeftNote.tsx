import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { toldOfEnd } from "../../api/session";
import { Note } from "../../kit/screen/Paper";
import css from "./LoginScreen.module.css";
import { leftFrom } from "./leftState";

/** Tells why the login screen shows instead of the requested one. Needs the namespace "account" loaded. */
export function LeftNote() {
  const { t } = useTranslation("account");
  const { ended, required } = leftFrom(useLocation().state);
  useEffect(() => void (ended && toldOfEnd()), [ended]);
  return (
    <div className={css.ended} role="alert">
      <Note>
        {required && <p>{t("left.required")}</p>}
        {ended && <p>{t("left.ended")}</p>}
      </Note>
    </div>
  );
}
