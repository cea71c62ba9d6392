import { ApiProblem } from "../problem";
import { type Intent, isFinal } from "./intent";

/** Sends an intent and settles it when the response is final. An error is passed on to the caller. */
export async function once<T>(purpose: Intent, send: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await send(purpose.key);
    purpose.settle();
    return answer;
  } catch (error) {
    if (error instanceof ApiProblem && isFinal(error.status)) purpose.settle();
    throw error;
  }
}
