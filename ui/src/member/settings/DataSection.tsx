import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { BinIcon, DownloadIcon } from "../../kit/icons/icons-admin";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { Blossom } from "../../kit/screen/Blossom";
import { FailedNote } from "../../kit/screen/Paper";
import { Puck, RowButton } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type MessageState, paths } from "../../shared/paths";
import css from "./AccountSections.module.css";
import { type AccountFailure, closeAccount, downloadData } from "./account";
import { ClosingDialog } from "./ClosingDialog";
import { PasswordDialog } from "./PasswordDialog";
import settings from "./SettingsScreen.module.css";

type DataAction = "download" | "close";

/** Export of the member's data, and closing of the account. */
export function DataSection() {
  const { t } = useTranslation("security");
  const navigate = useNavigate();
  usePreloadedMessageScreen();
  const [busy, setBusy] = useState<DataAction>();
  const [closing, setClosing] = useState(false);
  const [proving, setProving] = useState<{ for: DataAction; wrong: boolean }>();
  const [failure, setFailure] = useState<AccountFailure>();

  const run = async (action: DataAction, currentPassword?: string) => {
    if (busy) return;
    setBusy(action);
    setFailure(undefined);
    const failed = await (action === "download" ? downloadData : closeAccount)(currentPassword);
    setBusy(undefined);
    if (failed && "proof" in failed) return setProving({ for: action, wrong: failed.proof === "wrong" });
    setProving(undefined);
    setClosing(false);
    if (failed) return setFailure(failed);
    if (action === "download") return showToast(t("data.downloaded"));
    const farewell: MessageState = {
      tone: "success",
      title: t("closed.title"),
      message: t("closed.text"),
      buttonText: t("closed.button"),
      buttonLink: paths.login,
    };
    navigate(paths.message, { replace: true, state: farewell });
  };

  return (
    <section className={css.section}>
      <h2 className={text.t3}>{t("data.title")}</h2>
      <div className={classes(layout.card, layout.rows)}>
        <RowButton
          icon={
            <Puck>
              <DownloadIcon size={20} />
            </Puck>
          }
          title={t("data.download")}
          line={t(busy === "download" ? "data.downloading" : "data.downloadLine")}
          end={busy === "download" && <Blossom size={24} stamens={false} className={settings.spin} />}
          onClick={() => void run("download")}
        />
        <RowButton
          icon={
            <Puck>
              <BinIcon size={20} />
            </Puck>
          }
          title={t("data.close")}
          line={t("data.closeLine")}
          onClick={() => setClosing(true)}
        />
      </div>
      {failure && (
        <div className={css.below}>
          <FailedNote>{"said" in failure ? failure.said : t(`errors.${failure.key}`)}</FailedNote>
        </div>
      )}
      {closing && !proving && (
        <ClosingDialog
          busy={busy === "close"}
          onConfirm={() => void run("close")}
          onClose={() => setClosing(false)}
        />
      )}
      {proving && (
        <PasswordDialog
          busy={busy !== undefined}
          wrong={proving.wrong}
          onConfirm={(password) => run(proving.for, password)}
          onClose={() => {
            setProving(undefined);
            setClosing(false);
          }}
        />
      )}
    </section>
  );
}
