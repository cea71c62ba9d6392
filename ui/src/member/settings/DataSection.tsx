import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Blossom } from "../../components/Blossom";
import { classes } from "../../components/classes";
import { BinIcon, DownloadIcon } from "../../components/icons-desk";
import { useMessageAhead } from "../../components/messageAhead";
import { Note } from "../../components/Paper";
import { Puck, RowButton } from "../../components/Row";
import { showToast } from "../../components/Toaster";
import { type MessageState, paths } from "../../paths";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import css from "./AccountSections.module.css";
import { type AccountFailure, closeAccount, downloadData } from "./account";
import { ClosingDialog } from "./ClosingDialog";
import { PasswordDialog } from "./PasswordDialog";
import settings from "./SettingsScreen.module.css";

type Deed = "download" | "close";

/** A copy of everything to take along, and the way out. */
export function DataSection() {
  const { t } = useTranslation("security");
  const navigate = useNavigate();
  useMessageAhead();
  const [busy, setBusy] = useState<Deed>();
  const [closing, setClosing] = useState(false);
  const [proving, setProving] = useState<{ for: Deed; wrong: boolean }>();
  const [failure, setFailure] = useState<AccountFailure>();

  const run = async (deed: Deed, currentPassword?: string) => {
    if (busy) return;
    setBusy(deed);
    setFailure(undefined);
    const failed = await (deed === "download" ? downloadData : closeAccount)(currentPassword);
    setBusy(undefined);
    if (failed && "proof" in failed) return setProving({ for: deed, wrong: failed.proof === "wrong" });
    setProving(undefined);
    setClosing(false);
    if (failed) return setFailure(failed);
    if (deed === "download") return showToast(t("data.downloaded"));
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
          <Note tone="plum">{"said" in failure ? failure.said : t(`errors.${failure.key}`)}</Note>
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
