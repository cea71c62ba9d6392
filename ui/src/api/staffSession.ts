import { onDevice } from "../device/storage";

/** The request token of staff: bound to the staff cookie and worthless without it, like the member's. */
const TOKEN = "staffToken";

export function staffToken(): string | null {
  return onDevice.get(TOKEN);
}

export function keepStaffToken(token: string) {
  onDevice.set(TOKEN, token);
}

const ended = new Set<() => void>();

/** Calls `listener` when the server no longer knows the staff session. The returned function removes it. */
export function onStaffSessionEnd(listener: () => void): () => void {
  ended.add(listener);
  return () => {
    ended.delete(listener);
  };
}

export function endStaffSession() {
  onDevice.remove(TOKEN);
  for (const listener of ended) listener();
}
