import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  connectWallet,
  findWallets,
  shortAddress,
  type Wallet,
  WalletError,
  type WalletFailure,
} from "../../device/wallet";
import { Button } from "../../kit/buttons/Button";
import { takeFocus } from "../../kit/dialog/focusAfterRemoval";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { WalletIcon } from "../../kit/icons/icons-member";
import { FailedNote, Note } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import text from "../../kit/styles/text.module.css";
import css from "./ItemSheet.module.css";
import type { Connected } from "./useWallet";

const GET_ONE = "https://metamask.io/download/";

interface WalletStepProps {
  address: string | undefined;
  /** The server's objection to the last address. */
  trouble: string | undefined;
  onWallet(connected: Connected | undefined): void;
}

/** Chooses the wallet for an exchange. If the browser has several, the member picks one. */
export function WalletStep({ address, trouble, onWallet }: WalletStepProps) {
  const { t } = useTranslation("redeem");
  const [choices, setChoices] = useState<readonly Wallet[]>([]);
  const [asking, setAsking] = useState<string>();
  const [failure, setFailure] = useState<WalletFailure>();

  // The member wants another account: the wallet itself must ask again, since it may hold several.
  const [anew, setAnew] = useState(false);

  const box = useStepFocus(address ? "connected" : choices.length > 0 ? "choices" : "connect");

  const connect = async (wallet: Wallet, another = anew) => {
    setFailure(undefined);
    setAsking(wallet.id);
    try {
      onWallet({ wallet, address: await connectWallet(wallet, another) });
      setChoices([]);
      setAnew(false);
    } catch (error) {
      setFailure(error instanceof WalletError ? error.failure : "failed");
    }
    setAsking(undefined);
  };
  const look = async (another = anew) => {
    setFailure(undefined);
    // No particular wallet yet.
    setAsking("");
    const [first, ...others] = await findWallets();
    setAsking(undefined);
    if (!first) setFailure("missing");
    else if (others.length > 0) setChoices([first, ...others]);
    else await connect(first, another);
  };

  if (address) {
    return (
      <div className={css.wallet} ref={box}>
        <div className={css.connected}>
          <Row
            icon={
              <span className={css.disc}>
                <WalletIcon size={22} />
              </span>
            }
            title={t("walletConnected")}
            line={shortAddress(address)}
            end={<CheckIcon size={22} />}
          />
        </div>
        <Button
          kind="text"
          block
          onClick={() => {
            setAnew(true);
            onWallet(undefined);
            void look(true);
          }}
        >
          {t("otherWallet")}
        </Button>
      </div>
    );
  }
  return (
    <div className={css.wallet} ref={box}>
      {trouble && <FailedNote>{trouble}</FailedNote>}
      {failure && (
        <Note tone="plum">
          {t(`walletFailures.${failure}`)}{" "}
          {failure === "missing" && (
            <a className={text.link} href={GET_ONE} target="_blank" rel="noopener noreferrer">
              {t("getWallet")}
            </a>
          )}
        </Note>
      )}
      {choices.length > 0 ? (
        <>
          <p className={css.which}>{t("whichWallet")}</p>
          {choices.map((wallet) => (
            <Button
              key={wallet.id}
              kind="quiet"
              block
              icon={<WalletIcon />}
              busy={asking === wallet.id && t("connecting")}
              onClick={() => {
                if (!asking) void connect(wallet);
              }}
            >
              {wallet.name}
            </Button>
          ))}
        </>
      ) : (
        <>
          <p className={css.which}>{t("walletWhy")}</p>
          <div className={css.connect}>
            <Button
              block
              icon={<WalletIcon />}
              busy={asking !== undefined && t("connecting")}
              onClick={() => look()}
            >
              {t("connect")}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Each step removes the button that was pressed. The focus moves to the address or the next button. */
function useStepFocus(step: "connected" | "choices" | "connect") {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    takeFocus(step === "connected" ? box.current?.firstElementChild : box.current?.querySelector("button"));
  }, [step]);
  return box;
}
