import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { DownloadIcon, ListIcon } from "../../../kit/icons/icons-admin";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { FileLink } from "../../kit/FileLink";
import { useAction } from "../../kit/useAction";
import { useMay } from "../../session";
import own from "./Diagnostics.module.css";
import { formatBytes } from "./diagnostics";
import { type BackupList, backupFile, backupsQuery, maintenanceDone, makeBackup } from "./maintenance";

/** The newest backup, a button to make one now, and the list of all. */
export function BackupPanel() {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const say = useErrorText();
  const { data, isError } = useQuery(backupsQuery());
  const { busy, error, run } = useAction();
  const [listed, setListed] = useState(false);
  const wasRunning = useRef(false);
  const running = data?.running ?? false;
  useEffect(() => {
    if (wasRunning.current && !running) {
      maintenanceDone();
      if (!data?.failure) showToast(t("backups.made"));
    }
    wasRunning.current = running;
  }, [running, data?.failure, t]);
  const newest = data?.files[0];
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("backups.title")}</h2>
        {newest && (
          <Badge tone={newest.encrypted ? "leaf" : "pollen"}>
            {t(newest.encrypted ? "backups.encrypted" : "backups.plain")}
          </Badge>
        )}
      </div>
      <p className={own.figure}>{newest ? formatDateTime(newest.created, language) : t("backups.none")}</p>
      {newest && (
        <p className={css.soft}>
          {formatBytes(newest.bytes)} · {t("backups.here", { count: data?.files.length ?? 0 })}
        </p>
      )}
      {data?.failure && (
        <Note tone="plum">
          {t("backups.why")}: <span lang="en">{data.failure}</span>
        </Note>
      )}
      {(isError || error !== undefined) && (
        <Note tone="plum">{error === undefined ? t("backups.failed") : say(error)}</Note>
      )}
      <div className={own.acts}>
        <Button
          small
          icon={<DownloadIcon size={20} />}
          busy={(busy || running) && t("backups.making")}
          onClick={() => void run(makeBackup)}
        >
          {t("backups.make")}
        </Button>
        {newest && (
          <Button kind="quiet" small icon={<ListIcon size={20} />} onClick={() => setListed(true)}>
            {t("backups.all")}
          </Button>
        )}
      </div>
      {listed && data && <AllBackups files={data.files} onClose={() => setListed(false)} />}
    </section>
  );
}

function AllBackups({ files, onClose }: { files: BackupList["files"]; onClose(): void }) {
  const { t } = useTranslation("adminDiagnostics");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const mayFetch = useMay("own");
  return (
    <AdminDialog
      wide
      title={t("backups.title")}
      onClose={onClose}
      actions={
        <Button kind="quiet" small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      {mayFetch && files.some(({ encrypted }) => !encrypted) && (
        <Note tone="pollen">{t("backups.plainHint")}</Note>
      )}
      <ul className={css.rows}>
        {files.map(({ name, created, bytes, encrypted }) => (
          <li key={name} className={own.file}>
            <span>
              <b>{formatDateTime(created, language)}</b>
              <span className={css.two}>
                {name} · {formatBytes(bytes)}
              </span>
            </span>
            {encrypted && mayFetch ? (
              <FileLink href={backupFile(name)} label={`${t("backups.fetch")} ${name}`}>
                {t("backups.fetch")}
              </FileLink>
            ) : (
              <Badge tone={encrypted ? "leaf" : "pollen"}>
                {t(encrypted ? "backups.encrypted" : "backups.plain")}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </AdminDialog>
  );
}
