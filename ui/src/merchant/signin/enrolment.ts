import { call } from "../../api/call";
import { type IntentPlace, intent, isFinal } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import { openIntents } from "../../device/openIntents";
import { onDevice } from "../../device/storage";
import { showTill } from "../kit/till";
import { forgetTillIntents } from "../kit/tillIntents";
import { plainCode } from "./tillLink";

const KIND = "counter-enrolment";
/** A link lives this long, and so does the key that stands for this device until it is a till. */
const PLACE: IntentPlace = { strings: onDevice, lifeMs: 86_400_000 };

/** The request by which this device asked to become a till. */
interface Enrolment {
  code: string;
  name: string;
}

/** The enrolment that was sent and whose answer did not arrive; the server may have carried it out. */
export function openEnrolment(): Enrolment | undefined {
  return openIntents<Enrolment>(KIND, undefined, [onDevice])[0]?.note;
}

/** The name that was sent with this code, as long as no answer has arrived. */
export function nameSent(code: string): string | undefined {
  const open = openEnrolment();
  return open?.code === plainCode(code) ? open.name : undefined;
}

/** Returns whether the server refused the call before it did anything: too many calls, or too many that wait. */
const wasNotTried = ({ status, code }: ApiProblem) => status === 429 || code === "server_busy";

/**
 * Uses up a one-time code; this device is a till with this name from then on. Without an answer the key of the call is
 * kept, so that the same call again makes this device the till.
 */
export async function enrol(code: string, name: string) {
  const body = { code: plainCode(code), name };
  const meant = intent(KIND, body, PLACE, body);
  try {
    const headers = { "Idempotency-Key": meant.key };
    const till = await call("post", "/api/merchant/enrol", { headers, body });
    meant.settle();
    forgetTillIntents();
    showTill(till);
  } catch (error) {
    if (error instanceof ApiProblem && (isFinal(error.status) || wasNotTried(error))) meant.settle();
    throw error;
  }
}
