import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { programmeName } from "../../device/programmeName";
import { QrCode } from "../../kit/codes/QrCode";
import { Wordmark } from "../../kit/screen/Wordmark";
import css from "./AsidePanel.module.css";

/** Beside the phone frame on a large screen: the programme's name and a QR code to open it on a phone. */
export function AsidePanel() {
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
