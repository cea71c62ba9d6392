import { useTranslation } from "react-i18next";
import { groupsOfFour } from "../../i18n/groupsOfFour";
import { Barcode } from "../../kit/codes/Barcode";
import { QrCode } from "../../kit/codes/QrCode";
import { CodeImage } from "./CodeImage";
import css from "./CodeScreen.module.css";
import { ShortCode } from "./ShortCode";
import type { Laid } from "./useBars";

/** Exactly one field is set. */
interface CodeContent {
  qrcode?: string;
  barCode?: string;
  imgUrl?: string;
}

interface CodePictureProps {
  content: CodeContent;
  /** A code to type at the counter instead, if the code is the programme's own. */
  shortCode: string | undefined;
  /** The bars of a bar code and their layout. */
  laid: Laid | undefined;
  /** The side of a square code, in pixels. */
  square: number;
}

/** The content of a coupon: a QR code, a bar code or a picture, and below it the code to type. */
export function CodePicture({
  content: { qrcode, barCode, imgUrl },
  shortCode,
  laid,
  square,
}: CodePictureProps) {
  const { t } = useTranslation("rewards");
  const plain = qrcode ?? barCode;
  return (
    <>
      <div className={css.box}>
        {qrcode !== undefined ? (
          <QrCode text={qrcode} label={t("code.qr")} size={square} />
        ) : laid ? (
          <Barcode label={t("code.bar")} height={laid.long ? 104 : 144} {...laid} />
        ) : (
          imgUrl && <CodeImage src={imgUrl} />
        )}
      </div>
      {shortCode ? (
        <ShortCode code={shortCode} bars={laid !== undefined} />
      ) : (
        plain !== undefined && <p className={css.plain}>{groupsOfFour(plain)}</p>
      )}
    </>
  );
}
