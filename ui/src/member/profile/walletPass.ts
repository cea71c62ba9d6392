import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import type { PhoneWallet } from "../../device/phoneWallets";

const APPLE = "/api/wallet-pass/apple";

/** Lets the phone add the member's card. Returns the server's reason if it refuses, or an empty text. */
export async function addToWallet(wallet: PhoneWallet): Promise<string | undefined> {
  try {
    if (wallet === "google") {
      const { saveUrl } = await call("post", "/api/wallet-pass/google");
      window.location.assign(saveUrl);
    } else {
      // Phones open a card only from its address, and would show a refusal there as a page of code. So the app asks
      // first, which also renews the session, and then opens the address.
      await call("get", APPLE);
      window.location.assign(APPLE);
    }
    return undefined;
  } catch (error) {
    return error instanceof ApiProblem ? error.message : "";
  }
}
