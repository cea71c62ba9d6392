import { useTranslation } from "react-i18next";
import type { CameraFailure } from "../../device/scanner/camera";
import { Button } from "../buttons/Button";
import { RetryIcon, WarnIcon } from "../icons/icons-basic";
import css from "./ScannerDialog.module.css";

interface ScannerTroubleProps {
  failure: CameraFailure;
  /** True if typing is the only alternative, and no image can be chosen. */
  typedOnly?: boolean;
  onRetry(): void;
}

/** Replaces the camera's video: why there is none, and how to fix it. */
export function ScannerTrouble({ failure, typedOnly, onRetry }: ScannerTroubleProps) {
  const { t } = useTranslation("scan");
  return (
    <div className={css.card} role="alert">
      <WarnIcon size={28} />
      <h2>{t(`failures.${failure}.title`)}</h2>
      <p>
        {typedOnly && failure !== "busy" ? t(`failures.${failure}.typed`) : t(`failures.${failure}.text`)}
      </p>
      {failure !== "insecure" && (
        <Button kind="quiet" small block icon={<RetryIcon size={20} />} onClick={onRetry}>
          {t("retryCamera")}
        </Button>
      )}
    </div>
  );
}
