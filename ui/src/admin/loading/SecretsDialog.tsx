import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { DownloadIcon } from "../../components/icons-desk";
import { Note } from "../../components/Paper";
import { DeskDialog } from "../components/DeskDialog";
import { download } from "../components/download";
import { csvOf } from "./csv";
import type { LoadSecret, SecretName } from "./loading";

interface SecretsDialogProps {
  of: SecretName;
  secrets: readonly LoadSecret[];
  onClose(): void;
}

/** What is told once of the records that a file made: to be kept as a file, or not at all. */
export function SecretsDialog({ of, secrets, onClose }: SecretsDialogProps) {
  const { t } = useTranslation("deskLoading");
  const { t: common } = useTranslation("desk");
  const [kept, setKept] = useState(false);
  const keep = () => {
    const rows = secrets.map(({ line, name, secret }) => [String(line), name, secret]);
    download(`kapok-${of}-secrets.csv`, csvOf([["line", "name", "secret"], ...rows]), "text/csv");
    setKept(true);
  };
  return (
    <DeskDialog
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
    </DeskDialog>
  );
}
