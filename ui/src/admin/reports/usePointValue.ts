import { useState } from "react";
import { onDevice } from "../../device/storage";

const KEPT = "deskPointValue";

/** What a point is held to be worth, as it was last typed on this device. */
export function usePointValue(): [string, (value: string) => void] {
  const [value, setValue] = useState(() => onDevice.get(KEPT) ?? "");
  return [
    value,
    (typed) => {
      setValue(typed);
      onDevice.set(KEPT, typed);
    },
  ];
}
