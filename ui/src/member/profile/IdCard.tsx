import { useTranslation } from "react-i18next";
import { formatShortId } from "../../i18n/format";
import { classes } from "../../kit/classes";
import { QrCode } from "../../kit/codes/QrCode";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./ProfileScreen.module.css";

/** The member's number as text and as a QR code. */
export function IdCard({ shortId }: { shortId: string }) {
  const { t } = useTranslation("profile");
  return (
    <section className={classes(layout.card, css.id)} aria-label={t("memberId")}>
      <div className={css.qr}>
        <QrCode text={shortId} label={t("qr")} size={144} />
      </div>
      <div className={css.idWords}>
        <p className={classes(text.t5, text.soft)}>{t("memberId")}</p>
        <p className={classes(text.t2, text.tnum)}>{formatShortId(shortId)}</p>
        <p className={classes(text.t5, text.soft, css.showIt)}>{t("showIt")}</p>
      </div>
    </section>
  );
}
