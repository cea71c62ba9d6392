import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sharePicture } from "../../device/share";
import { pictureOf } from "../../device/svgPicture";
import { formatShortId } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { QrCode } from "../../kit/codes/QrCode";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { LockIcon } from "../../kit/icons/icons-member";
import { FailedNote } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./CounterCode.module.css";
import { WalletPassButtons } from "./WalletPassButtons";

/** The member's number as a code that never changes. It earns points and does nothing else, so it may be printed. */
export function EarnOnlyCode({ shortId }: { shortId: string }) {
  const { t } = useTranslation("profile");
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const svg = box.current?.querySelector("svg");
    const picture = svg && (await pictureOf(svg, [formatShortId(shortId), t("code.earn")]));
    setFailed(!picture);
    if (picture) await sharePicture(t("code.earn"), `${shortId}.png`, picture);
  };
  return (
    <>
      <div className={css.print}>
        <div className={css.box} ref={box}>
          <QrCode text={shortId} label={t("code.earnQr")} size={232} />
        </div>
        <p className={classes(css.number, text.t2, text.tnum)}>{formatShortId(shortId)}</p>
      </div>
      <div className={css.ways}>
        <Button kind="quiet" onClick={() => void save()}>
          {t("code.save")}
        </Button>
        <Button kind="quiet" onClick={() => window.print()}>
          {t("code.print")}
        </Button>
      </div>
      {failed && <FailedNote>{t("code.saveFailed")}</FailedNote>}
      <WalletPassButtons />
      <div className={classes(layout.card, layout.rows, css.why)}>
        <Row icon={<CheckIcon size={22} />} title={t("code.earns")} line={t("code.earnsLine")} />
        <Row icon={<LockIcon size={22} />} title={t("code.spendsNot")} line={t("code.spendsNotLine")} />
      </div>
    </>
  );
}
