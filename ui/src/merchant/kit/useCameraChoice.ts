import { useState } from "react";

const CAMERA = "counterCamera";

/**
 * Returns whether this till reads codes with its camera, and a function that changes this. The camera is off
 * until somebody turns it on, and the till keeps the choice.
 */
export function useCameraChoice(): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(CAMERA) !== null);
  const choose = (wanted: boolean) => {
    if (wanted) localStorage.setItem(CAMERA, "1");
    else localStorage.removeItem(CAMERA);
    setOn(wanted);
  };
  return [on, choose];
}
