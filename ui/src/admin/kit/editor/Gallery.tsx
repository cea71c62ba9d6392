import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import adminCss from "../../admin.module.css";
import { AdminDialog } from "../AdminDialog";
import { CsvLink } from "../FileLink";
import { FilePick } from "../FilePick";
import css from "./Content.module.css";
import { CropDialog } from "./CropDialog";
import type { Localized } from "./localized";
import { FILE_LIMIT, LONGEST_SIDE, usePictures } from "./pictures";

interface GalleryProps {
  chosen: string;
  aspect: number | undefined;
  /** Also passes the picture's alternative text. */
  onChoose(picture: string, alt: Localized): void;
  onClose(): void;
}

interface Opened {
  file: File;
  picture: ImageBitmap;
}

/** All uploaded pictures, and a way to upload another. */
export function Gallery({ chosen, aspect, onChoose, onClose }: GalleryProps) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const pictures = usePictures();
  const [wrong, setWrong] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const open = async (file: File) => {
    setWrong(undefined);
    if (file.size > FILE_LIMIT) return setWrong(t("picture.tooHeavy"));
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture) return setWrong(t("picture.notImage"));
    const { width, height } = picture;
    if (Math.max(width, height) > LONGEST_SIDE) setWrong(t("picture.tooLarge", { width, height }));
    else setOpened({ file, picture });
  };
  if (opened)
    return <CropDialog {...opened} aspect={aspect} onClose={() => setOpened(undefined)} onDone={onChoose} />;
  return (
    <AdminDialog
      wide
      title={t("picture.title")}
      onClose={onClose}
      actions={
        <Button kind="quiet" small onClick={onClose}>
          {common("cancel")}
        </Button>
      }
    >
      <div className={css.bring}>
        <p>{t(pictures.length > 0 ? "picture.text" : "picture.none")}</p>
        <div className={adminCss.tools}>
          <FilePick
            name="picture"
            accept="image/png,image/jpeg,image/webp"
            onPick={(file) => void open(file)}
          >
            {t("picture.upload")}
          </FilePick>
          {pictures.length > 0 && <CsvLink path="/api/admin/uploads" />}
        </div>
        <p className={css.small}>{t("picture.uploadHint")}</p>
        {wrong && <Note tone="plum">{wrong}</Note>}
      </div>
      <div className={css.gallery}>
        {pictures.map(({ url, alt }, index) => (
          <button
            key={url}
            type="button"
            aria-pressed={url === chosen}
            aria-label={localized(alt, language) || t("picture.nth", { n: index + 1 })}
            onClick={() => onChoose(url, alt)}
          >
            <img src={url} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </AdminDialog>
  );
}
