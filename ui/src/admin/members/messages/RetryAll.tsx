import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { ActionDialog } from "../../kit/ActionDialog";
import { type Chosen, messagesChanged, retryAll } from "./messages";

/** Retries all failed messages that match the filters, on all pages. */
export function RetryAll({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation("adminMessages");
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const act = async () => {
    const count = await retryAll(chosen).finally(messagesChanged);
    showToast(count > 0 ? t("retriedAll", { count, shown: formatPoints(count) }) : t("retriedNone"));
    close();
  };
  return (
    <>
      <Button kind="quiet" small onClick={() => setAsking(true)}>
        {t("retryAll")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("askAll")}
          submit={t("retryAll")}
          busy={t("retrying")}
          onClose={close}
          act={act}
        >
          <p>{t("askAllText")}</p>
        </ActionDialog>
      )}
    </>
  );
}
