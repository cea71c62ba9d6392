import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "../../../device/download";
import { Button } from "../../../kit/buttons/Button";
import { DownloadIcon } from "../../../kit/icons/icons-admin";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../AdminDialog";
import { csvOf } from "./csv";
import type { ImportSecret, SecretName } from "./import";

interface SecretsDialogProps {
  of: SecretName;
  secrets: readonly ImportSecret[];
  onClose(): void;
}

/** Secrets of the imported records, shown once; offers them as a file. */
export function SecretsDialog({ of, secrets, onClose }: SecretsDialogProps) {
  const { t } = useTranslation("adminLoading");
  const { t: common } = useTranslation("admin");
  const [kept, setKept] = useState(false);
  const keep = () => {
    const rows = secrets.map(({ line, name, secret }) => [String(line), name, secret]);
    download(`kapok-${of}-secrets.csv`, csvOf([["line", "name", "secret"], ...rows]), "text/csv");
    setKept(true);
  };
  return (
    <AdminDialog
      title={t(`secrets.${of}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button kind={kept ? "leaf" : "quiet"} small onClick={onClose}>
            {common("done")}
          </Button>
          <Button
            kind={kept ? "quiet" : "leaf"}
            small
            icon={<DownloadIcon size={20} />}
            disabled={kept}
            onClick={keep}
          >
            {t(`secrets.${of}.file`)}
          </Button>
        </>
      }
    >
      <Note tone="pollen">{t(`secrets.${of}.text`)}</Note>
    </AdminDialog>
  );
}
