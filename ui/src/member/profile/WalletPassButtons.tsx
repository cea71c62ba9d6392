import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../api/programme";
import { type PhoneWallet, phoneWallets } from "../../device/phoneWallets";
import { Button } from "../../kit/buttons/Button";
import { WalletIcon } from "../../kit/icons/icons-member";
import { FailedNote } from "../../kit/screen/Paper";
import css from "./CounterCode.module.css";
import { addToWallet } from "./walletPass";

/** Adds the member's card to a wallet of the phone. Empty where the programme has no card that this device can open. */
export function WalletPassButtons() {
  const { t } = useTranslation("profile");
  const programme = useQuery(programmeQuery());
  const [busy, setBusy] = useState<PhoneWallet>();
  const [refused, setRefused] = useState<string>();
  // A page that is newer than its server gets no list.
  const offered = phoneWallets().filter((wallet) => programme.data?.walletPasses?.includes(wallet));
  if (offered.length === 0) return null;
  const add = async (wallet: PhoneWallet) => {
    if (busy) return;
    setBusy(wallet);
    setRefused(undefined);
    const reason = await addToWallet(wallet);
    setBusy(undefined);
    if (reason !== undefined) setRefused(reason || t("pass.addFailed"));
  };
  return (
    <>
      <div className={css.wallets}>
        {offered.map((wallet) => (
          <Button
            key={wallet}
            kind="quiet"
            icon={<WalletIcon size={22} />}
            busy={busy === wallet && t("pass.adding")}
            onClick={() => void add(wallet)}
          >
            {wallet === "apple" ? t("pass.addApple") : t("pass.addGoogle")}
          </Button>
        ))}
      </div>
      {refused && (
        <div className={css.refused}>
          <FailedNote>{refused}</FailedNote>
        </div>
      )}
    </>
  );
}
