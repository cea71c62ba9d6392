import { useTranslation } from "react-i18next";
import { groupsOfFour } from "../../i18n/groupsOfFour";
import { Barcode } from "../../kit/codes/Barcode";
import { QrCode } from "../../kit/codes/QrCode";
import { CodeImage } from "./CodeImage";
import css from "./CodeScreen.module.css";
import { ShortCode } from "./ShortCode";
import type { Laid } from "./useBars";

/** One of the three is there. */
interface CodeContent {
  qrcode?: string;
  barCode?: string;
  imgUrl?: string;
}

interface CodePictureProps {
  content: CodeContent;
  /** What can be typed at the counter instead, where the code is the programme's own. */
  shortCode: string | undefined;
  /** The bars of a bar code, and how they lie. */
  laid: Laid | undefined;
  /** The side of a square code. */
  square: number;
}

/** The one thing that a coupon holds: a QR code, a bar code or a picture; below it what a person can type. */
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
