import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FILE_LIMIT, LONGEST_SIDE } from "./pictures";

/** A file that somebody picked, decoded so that it can be cropped. */
export interface OpenedPicture {
  file: File;
  picture: ImageBitmap;
}

/** Opens a picked file; `wrong` says why it cannot be used. */
export function useOpenedPicture() {
  const { t } = useTranslation("adminContent");
  const [wrong, setWrong] = useState<string>();
  const [opened, setOpened] = useState<OpenedPicture>();
  const open = async (file: File) => {
    setWrong(undefined);
    if (file.size > FILE_LIMIT) return setWrong(t("picture.tooHeavy"));
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture) return setWrong(t("picture.notImage"));
    const { width, height } = picture;
    if (Math.max(width, height) > LONGEST_SIDE) setWrong(t("picture.tooLarge", { width, height }));
    else setOpened({ file, picture });
  };
  return { wrong, opened, open, close: () => setOpened(undefined) };
}
