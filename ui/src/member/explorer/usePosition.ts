import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../api/queries";
import { type DevicePosition, devicePosition } from "../../device/position";

const KEY = ["position"];

/** The member's position, once they asked for what is near. It is shared by the screens and never sent or stored. */
export function usePosition(): DevicePosition | undefined {
  return (
    useQuery<DevicePosition | null>({ queryKey: KEY, queryFn: () => null, enabled: false }).data ?? undefined
  );
}

/** Asks the device; false if it does not tell. */
export async function askPosition(): Promise<boolean> {
  const found = await devicePosition();
  if (found) queryClient.setQueryData(KEY, found);
  return found !== undefined;
}

export const forgetPosition = () => queryClient.setQueryData(KEY, null);
