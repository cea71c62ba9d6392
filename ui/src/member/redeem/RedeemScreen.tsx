import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useBalance } from "../../api/balance";
import { type Item, itemsQuery } from "../../api/items";
import { programmeQuery } from "../../api/programme";
import { saveTab } from "../../device/savedTab";
import { showToast } from "../../kit/dialog/Toaster";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { Screen } from "../../kit/screen/Screen";
import { useStillHere } from "../../kit/screen/useStillHere";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import { useBackStep } from "../../shared/useBackStep";
import { ConfirmDialog } from "./ConfirmDialog";
import { ItemSheet } from "./ItemSheet";
import { PointsPill } from "./PointsPill";
import { purchase } from "./purchase";
import css from "./RedeemScreen.module.css";
import { Shelves } from "./Shelves";
import { usePurchaseMessage } from "./usePurchaseMessage";
import { useWallet } from "./useWallet";

/** The items for points. The member opens one, confirms, and reads the result on the next screen. */
export function RedeemScreen() {
  const { t } = useTranslation("redeem");
  const navigate = useNavigate();
  const balance = useBalance();
  const items = useQuery(itemsQuery());
  const programme = useQuery(programmeQuery());
  // Until the settings load, an exchange needs a wallet.
  const walletNeeded = programme.data?.walletRequired ?? true;
  const [openId, setOpenId] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [walletTrouble, setWalletTrouble] = useState<string>();
  // A change of account closes the confirmation, since the member has confirmed the old address.
  const [address, setConnected] = useWallet(() => setConfirming(busy));
  // A balance that changes under the question must not move the sheet and the tiles behind it.
  const asked = useRef(balance);
  if (!confirming) asked.current = balance;
  const messageOf = usePurchaseMessage();
  const here = useStillHere();
  usePreloadedMessageScreen();

  useLinkedItem(items.data, items.isFetching, setOpenId);
  const open = items.data?.find(({ _id }) => _id === openId);
  const close = () => {
    setOpenId(undefined);
    setWalletTrouble(undefined);
  };
  useBackStep(open ? (confirming ? 2 : 1) : 0, () => {
    // A running purchase cannot be cancelled.
    if (busy) return;
    if (confirming) setConfirming(false);
    else close();
  });
  const confirm = async (item: Item) => {
    setBusy(true);
    const outcome = await purchase(item, item.type === "exchange" && walletNeeded ? address : undefined);
    setBusy(false);
    setConfirming(false);
    if (outcome.kind === "wallet") {
      setConnected(undefined);
      setWalletTrouble(outcome.said);
    } else if (outcome.kind !== "signedOut") {
      // The button of the result page leads to this tab.
      const message = messageOf(outcome, item);
      if (message.bought) saveTab("coupons");
      // Replaces the history entry of the sheet, so that going back leads to the list.
      if (here.current) navigate(paths.message, { replace: true, state: message });
      else {
        const said = message.bought ? message.message : (message.title ?? message.message);
        showToast(said, undefined, message.tone === "error" ? "note" : "done");
      }
    }
  };

  return (
    <Screen title={t("title")} header="none">
      <header className={css.header}>
        <h1 className={text.t1}>{t("title")}</h1>
        <PointsPill points={balance} />
      </header>
      <Shelves balance={asked.current} walletNeeded={walletNeeded} onOpen={setOpenId} />
      {open && (
        <ItemSheet
          item={open}
          balance={asked.current}
          wallet={open.type === "exchange" && walletNeeded ? { address, trouble: walletTrouble } : undefined}
          onWallet={(found) => {
            setConnected(found);
            setWalletTrouble(undefined);
          }}
          onRedeem={() => setConfirming(true)}
          onClose={close}
        />
      )}
      {open && confirming && (
        <ConfirmDialog
          item={open}
          balance={asked.current}
          busy={busy}
          onConfirm={() => confirm(open)}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Screen>
  );
}

/** Opens the item that an announcement names in the address, once. */
function useLinkedItem(items: readonly Item[] | undefined, fetching: boolean, open: (id: string) => void) {
  const { t } = useTranslation("redeem");
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const asked = query.get("item");
  useEffect(() => {
    if (!asked || !items) return;
    if (items.some(({ _id }) => _id === asked)) open(asked);
    // The list in the cache may be older than a new item.
    else if (fetching) return;
    else showToast(t("result.unavailable.text"), undefined, "note");
    // A closed item stays closed when the member comes back to the list.
    setQuery({}, { replace: true, state });
  }, [asked, items, fetching, open, setQuery, state, t]);
}
