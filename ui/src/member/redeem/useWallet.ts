import { useEffect, useRef, useState } from "react";
import { followWallet, type Wallet } from "../../device/wallet";

export interface Connected {
  wallet: Wallet;
  address: string;
}

/** The wallet for exchanges and its selected account. Calls `onOther` when that account changes. */
export function useWallet(onOther: () => void) {
  const [connected, setConnected] = useState<Connected>();
  const other = useRef(onOther);
  other.current = onOther;
  useEffect(() => {
    if (!connected) return undefined;
    const { wallet, address: before } = connected;
    return followWallet(wallet, (address) => {
      if (address === before) return;
      setConnected(address === undefined ? undefined : { wallet, address });
      other.current();
    });
  }, [connected]);
  return [connected?.address, setConnected] as const;
}
