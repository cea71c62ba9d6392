import { call } from "../../api/call";
import { userQuery } from "../../api/member";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";

export type Face = components["schemas"]["Face"];

/** The drawn pictures in the order of the screen: birds, then blossoms. */
export const FACES: readonly Face[] = [
  "bulbul",
  "egret",
  "kingfisher",
  "magpie",
  "kite",
  "cockatoo",
  "kapok",
  "bauhinia",
  "frangipani",
  "lotus",
  "azalea",
];

/** Saves the member's picture; `null` stands for the initials. Fails as `call` does. */
export async function saveFace(face: Face | null): Promise<void> {
  const user = await call("put", "/api/auth/face", { body: { face } });
  queryClient.setQueryData(userQuery().queryKey, user);
}
