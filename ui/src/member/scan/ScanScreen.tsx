import { useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { ErrorState } from "../../kit/loading/States";
import { ScannerDialog } from "../../kit/scanner/ScannerDialog";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import { useStillHere } from "../../kit/screen/useStillHere";
import layout from "../../kit/styles/layout.module.css";
import { type BoughtCoupon, type MessageState, paths } from "../../shared/paths";
import { dropCode, type GivenCoupon, keepRefused, keptCode, redeemCode, refusedCode } from "./scan";

/** A code without a final response, and what is known about the reason. */
interface Unanswered {
  text: string;
  offline: boolean;
  said: string | undefined;
}

function unansweredBefore(): Unanswered | undefined {
  const text = keptCode();
  return text === undefined ? undefined : { text, offline: false, said: undefined };
}

/** Titles by error code: a used or expired code is still a valid one. */
const TITLES: Partial<Record<string, "used" | "over" | "gone">> = {
  qr_already_used: "used",
  qr_expired: "over",
  out_of_stock: "gone",
  item_unavailable: "gone",
  stamp_unavailable: "gone",
  progress_unavailable: "gone",
};

/** The screen on which a gift waits. */
const GIFTS = { item: paths.rewards, stamp: paths.goals, progress: paths.goals } as const;

/** A coupon that a code gave, as the result page shows it: it cost nothing. */
function couponOf({ redemption, name, image, partner, useBy }: GivenCoupon, balance: number): BoughtCoupon {
  return { _id: redemption, name, image, partner, useBy, points: 0, balance };
}

/**
 * Scans with the camera, redeems the first code, and shows the result on the next screen. At the address of an earn
 * link it collects that link without the camera.
 */
export function ScanScreen() {
  const { link: given } = useParams();
  const { t } = useTranslation("scan");
  const navigate = useNavigate();
  const { back } = useContext(ScreenFrameContext);
  const here = useStillHere();
  usePreloadedMessageScreen();
  const [sending, setSending] = useState(false);
  const [waiting, setWaiting] = useState(unansweredBefore);
  const before = useSavedDraft<{ text: string }>("scan:typed").text;
  const [typed, setTyped] = useState(before ?? "");
  const [refused] = useState(refusedCode);
  // A code that was sent is stored separately.
  useMemberDraft("scan:typed", typed !== "" && !sending && !waiting ? { text: typed } : undefined);

  const send = async (text: string) => {
    setSending(true);
    const outcome = await redeemCode(text);
    setSending(false);
    if (outcome.kind === "signedOut") return;
    if (outcome.kind === "unanswered") return setWaiting({ text, ...outcome });
    const done = outcome.kind === "redeemed";
    if (!done && (text === typed.trim() || text === refused)) keepRefused(text);
    if (!here.current) return showToast(outcome.said ?? t("invalidText"), undefined, done ? "done" : "note");
    const message: MessageState = {
      tone: done ? "success" : "error",
      title: t(done ? (outcome.gift?.kind ?? "success") : (TITLES[outcome.code] ?? "invalid")),
      message: outcome.said ?? t("invalidText"),
      ...(done && outcome.gift
        ? { buttonText: t(`see.${outcome.gift.kind}`), buttonLink: GIFTS[outcome.gift.kind] }
        : { buttonText: t("home"), buttonLink: paths.home }),
      ...(done && !outcome.gift ? { earned: { points: outcome.points, balance: outcome.balance } } : {}),
      ...(done && outcome.gift?.kind === "item" ? { bought: couponOf(outcome.gift, outcome.balance) } : {}),
    };
    // Going back from the message must not open the camera again.
    navigate(paths.message, { replace: true, state: message });
  };
  const begun = useRef(false);
  useEffect(() => {
    if (given === undefined || begun.current) return;
    begun.current = true;
    void send(given);
  }, [given]);
  // Going back from Home must not open the camera again.
  const leave = () => {
    if (back) back();
    else navigate(paths.home, { replace: true });
  };

  if (waiting) {
    const { text, offline, said } = waiting;
    return (
      <Screen
        title={t("title")}
        footer={
          <div className={layout.stack}>
            <Button
              kind="quiet"
              block
              disabled={sending}
              onClick={() => {
                dropCode(text);
                setTyped("");
                setWaiting(undefined);
              }}
            >
              {t("another")}
            </Button>
            <ButtonLink kind="text" block replace to={paths.home}>
              {t("home")}
            </ButtonLink>
          </div>
        }
      >
        <ErrorState
          title={t(offline ? "notSent" : "notYet")}
          text={offline ? t("notSentText") : (said ?? t("notYetText"))}
          onRetry={() => send(text)}
          busy={sending && t("checking")}
        />
      </Screen>
    );
  }
  if (given !== undefined) {
    return (
      <Screen title={t("collecting")}>
        <p role="status">{t("checking")}</p>
      </Screen>
    );
  }
  return (
    <Screen title={t("title")} header="none" flush>
      <ScannerDialog
        title={t("title")}
        onText={send}
        onClose={leave}
        busy={sending && t("checking")}
        typed={typed}
        refused={refused}
        onTyping={setTyped}
      />
    </Screen>
  );
}
