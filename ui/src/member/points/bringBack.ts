import { keepBalance } from "../../api/balance";
import { call } from "../../api/call";
import { cachedUser } from "../../api/member";
import { intent } from "../../api/offline/intent";
import { once } from "../../api/offline/once";
import { outlookQuery, type ReturnablePoints } from "../../api/outlook";
import { queryClient } from "../../api/queries";
import { inTab } from "../../device/storage";

/** Brings expired points back. Asking again after a lost response brings them back once. */
export async function bringBack({ transactionId }: ReturnablePoints) {
  const purpose = intent(`bringBack:${transactionId}`, transactionId, {
    strings: inTab,
    owner: cachedUser()?._id,
  });
  try {
    const back = await once(purpose, (key) =>
      call("post", "/api/transaction/bringBack/{id}", {
        path: { id: transactionId },
        headers: { "Idempotency-Key": key },
      }),
    );
    keepBalance(back.balance);
  } finally {
    for (const queryKey of [outlookQuery().queryKey, ["user"], ["transactions"], ["inbox"]])
      void queryClient.invalidateQueries({ queryKey });
  }
}
