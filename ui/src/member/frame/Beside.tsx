import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { QrCode } from "../../components/QrCode";
import { Wordmark } from "../../components/Wordmark";
import { programmeName } from "../../i18n/programme";
import css from "./Beside.module.css";

/** Beside the phone on a large screen: whose programme it is, and the way to a phone that fits in a pocket. */
export function Beside() {
  const { t } = useTranslation("beside");
  const address = window.location.origin;
  return createPortal(
    <>
      <div className={css.name}>
        <Wordmark />
      </div>
      <aside className={css.card} aria-label={t("label", { programme: programmeName })}>
        <QrCode text={address} size={104} label={address} />
        <p>
          <b>{t("title", { programme: programmeName })}</b>
          <span>{t("text")}</span>
        </p>
      </aside>
    </>,
    document.body,
  );
}
