import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ButtonLink } from "../../components/Button";
import { Screen } from "../../components/Screen";
import { ErrorState } from "../../components/States";
import { ScannerDialog } from "../../device/scanner/ScannerDialog";
import { type MessageState, paths } from "../../paths";
import { redeemCode } from "./scan";

/** The camera; the first code that it reads is redeemed, and a message tells how that went. */
export function ScanScreen() {
  const { t } = useTranslation("scan");
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const [unsent, setUnsent] = useState<string>();

  const send = async (text: string) => {
    setSending(true);
    const outcome = await redeemCode(text);
    setSending(false);
    if (outcome.kind === "signedOut") return;
    if (outcome.kind === "unsent") return setUnsent(text);
    const done = outcome.kind === "redeemed";
    const message: MessageState = {
      tone: done ? "success" : "error",
      title: done ? t("success") : t("invalid"),
      message: outcome.said ?? t("invalidText"),
      buttonText: t("home"),
      buttonLink: paths.home,
    };
    // Going back from the message must not meet the camera again.
    navigate(paths.message, { replace: true, state: message });
  };

  if (unsent !== undefined) {
    return (
      <Screen
        title={t("title")}
        footer={
          <ButtonLink kind="quiet" block to={paths.home}>
            {t("home")}
          </ButtonLink>
        }
      >
        <ErrorState
          title={t("notSent")}
          text={t("notSentText")}
          onRetry={() => {
            if (!sending) void send(unsent);
          }}
        />
      </Screen>
    );
  }
  return (
    <Screen title={t("title")} header="none" flush>
      <ScannerDialog
        title={t("title")}
        onText={send}
        onClose={() => navigate(paths.home)}
        busy={sending && t("checking")}
      />
    </Screen>
  );
}
