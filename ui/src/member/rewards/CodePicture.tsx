import { useTranslation } from "react-i18next";
import { Barcode } from "../../components/Barcode";
import { QrCode } from "../../components/QrCode";
import { readable } from "../../i18n/readable";
import css from "./CodeScreen.module.css";

/** One of the three is there. */
interface CodeContent {
  qrcode?: string;
  barCode?: string;
  imgUrl?: string;
}

/** The one thing that a coupon holds: a QR code, a bar code or a picture; codes in plain letters as well. */
export function CodePicture({ content: { qrcode, barCode, imgUrl } }: { content: CodeContent }) {
  const { t } = useTranslation("rewards");
  const plain = qrcode ?? barCode;
  return (
    <>
      <div className={css.box}>
        {qrcode !== undefined ? (
          <QrCode text={qrcode} label={t("code.qr")} size={256} />
        ) : barCode !== undefined ? (
          <Barcode text={barCode} label={t("code.bar")} height={128} />
        ) : (
          imgUrl && <img src={imgUrl} alt={t("code.image")} />
        )}
      </div>
      {plain !== undefined && <p className={css.plain}>{readable(plain)}</p>}
    </>
  );
}
