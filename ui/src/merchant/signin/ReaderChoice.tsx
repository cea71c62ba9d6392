import { useTranslation } from "react-i18next";
import { CameraIcon, ScannerGunIcon } from "../../kit/icons/icons-portal";
import { isSecure } from "./InsecureNote";
import css from "./SetUp.module.css";

/** The device with which a till reads codes. */
export type Reader = "scanner" | "camera";

const ICONS = { scanner: ScannerGunIcon, camera: CameraIcon };

interface ReaderChoiceProps {
  chosen: Reader;
  disabled: boolean;
  onChoose(reader: Reader): void;
}

/** The choice whether a till reads codes with a scanner that is connected to it, or with its camera. */
export function ReaderChoice({ chosen, disabled, onChoose }: ReaderChoiceProps) {
  const { t } = useTranslation("counter");
  return (
    <fieldset className={css.readers} disabled={disabled}>
      <legend>{t("enrol.reads")}</legend>
      {(["scanner", "camera"] as const).map((reader) => {
        const Icon = ICONS[reader];
        return (
          <label key={reader}>
            <input
              type="radio"
              name="reader"
              value={reader}
              checked={reader === chosen}
              disabled={reader === "camera" && !isSecure()}
              onChange={() => onChoose(reader)}
            />
            <span>{t(`enrol.readers.${reader}`)}</span>
            <Icon />
          </label>
        );
      })}
    </fieldset>
  );
}
