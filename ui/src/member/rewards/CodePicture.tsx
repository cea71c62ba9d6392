import { useTranslation } from "react-i18next";
import { Barcode } from "../../components/Barcode";
import { QrCode } from "../../components/QrCode";
import { readable } from "../../i18n/readable";
import { CodeImage } from "./CodeImage";
import css from "./CodeScreen.module.css";
import type { Laid } from "./useBars";

/** One of the three is there. */
interface CodeContent {
  qrcode?: string;
  barCode?: string;
  imgUrl?: string;
}

interface CodePictureProps {
  content: CodeContent;
  /** The bars of a bar code, and how they lie. */
  laid: Laid | undefined;
  /** The side of a square code. */
  square: number;
}

/** The one thing that a coupon holds: a QR code, a bar code or a picture; codes in plain letters as well. */
export function CodePicture({ content: { qrcode, barCode, imgUrl }, laid, square }: CodePictureProps) {
  const { t } = useTranslation("rewards");
  const plain = qrcode ?? barCode;
  return (
    <>
      <div className={css.box}>
        {qrcode !== undefined ? (
          <QrCode text={qrcode} label={t("code.qr")} size={square} />
        ) : laid ? (
          <Barcode label={t("code.bar")} height={laid.long ? 104 : 128} {...laid} />
        ) : (
          imgUrl && <CodeImage src={imgUrl} />
        )}
      </div>
      {plain !== undefined && <p className={css.plain}>{readable(plain)}</p>}
    </>
  );
}
