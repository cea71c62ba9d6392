import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeName } from "../../device/programmeName";
import { sharePicture } from "../../device/share";
import { pictureOf } from "../../device/svgPicture";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import css from "./TreeScreen.module.css";

interface ShareTreeProps {
  title: string;
  /** The weight in words. */
  line: string;
  picture: RefObject<HTMLElement | null>;
}

/** Shares the tree as a picture, or saves it where the device shares no pictures. */
export function ShareTree({ title, line, picture }: ShareTreeProps) {
  const { t } = useTranslation("carbon");
  const [failed, setFailed] = useState(false);
  const share = async () => {
    const svg = picture.current?.querySelector("svg");
    const drawn = svg && (await pictureOf(svg, [title, `${line} · ${programmeName}`]));
    setFailed(!drawn);
    if (drawn) await sharePicture(title, "tree.png", drawn);
  };
  return (
    <div className={css.share}>
      <Button kind="quiet" block onClick={() => void share()}>
        {t("share.open")}
      </Button>
      {failed && <Note tone="plum">{t("share.failed")}</Note>}
    </div>
  );
}
