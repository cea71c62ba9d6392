import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import type { Sending } from "./useSending";

/** Says that the connection is down and that the request is retried with the same idempotency key. */
export function OfflineNote({ sending, onRetry }: { sending: Sending; onRetry(): void }) {
  const { t } = useTranslation("counter");
  return (
    <div role="status">
      {sending === "waiting" && (
        <Note tone="pollen">
          <p>{t("line.once")}</p>
          <Button kind="quiet" small onClick={onRetry}>
            {t("line.now")}
          </Button>
        </Note>
      )}
    </div>
  );
}
