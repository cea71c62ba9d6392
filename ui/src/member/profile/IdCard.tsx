import { useTranslation } from "react-i18next";
import { classes } from "../../components/classes";
import { QrCode } from "../../components/QrCode";
import { formatShortId } from "../../i18n/format";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import css from "./ProfileScreen.module.css";

/** The member's number, for eyes and for scanners. */
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
