import { type RefObject, useLayoutEffect, useState } from "react";
import { useDevicePixels } from "../../kit/codes/useDevicePixels";

// Must match the style sheet of the code screen: the card's width, and the parts that no code covers.
const CARD = 420;
const CARD_ON_ITS_SIDE = 560;
const BESIDE = 200;
const PADDING = 24;
const LYING_PADDING = 32;
// Including the quiet zone around a QR code, which is a quarter of its side.
const SQUARE = 340;
const LEAST_SQUARE = 180;
const ABOVE_AND_BELOW = 190;
// Leaves room for the name, the short code and the time left, which must be visible without scrolling.
const LEAST_TALL_SQUARE = 256;
const ABOVE_AND_BELOW_TALL = 300;

/** The space for the code on the screen, in CSS pixels. */
export interface Space {
  /** Portrait. */
  tall: boolean;
  /** The width inside the card. */
  across: number;
  /** The length of the screen's longer side, with the card as large as the screen. */
  along: number;
  /** The side of a square on the card. */
  square: number;
  /** Device pixels per CSS pixel. */
  density: number;
}

function spaceIn(main: HTMLElement, screen: HTMLElement): Omit<Space, "density"> {
  const style = getComputedStyle(main);
  const sum = (...sides: string[]) => sides.reduce((total, side) => total + Number.parseFloat(side), 0);
  const width = main.clientWidth - sum(style.paddingLeft, style.paddingRight);
  const height = screen.clientHeight - main.offsetTop - sum(style.paddingTop, style.paddingBottom);
  if (screen.clientHeight > screen.clientWidth) {
    const across = Math.min(width, CARD) - PADDING;
    const room = Math.max(LEAST_TALL_SQUARE, height - ABOVE_AND_BELOW_TALL);
    return { tall: true, across, along: height - LYING_PADDING, square: Math.min(SQUARE, across, room) };
  }
  const across = Math.min(width, CARD_ON_ITS_SIDE) - BESIDE - PADDING;
  const square = Math.min(SQUARE, across, Math.max(LEAST_SQUARE, screen.clientHeight - ABOVE_AND_BELOW));
  return { tall: false, across, along: width - PADDING, square };
}

/** Measures the space in `main` on the screen around it. Undefined until `main` is rendered. */
export function useCodeSpace(main: RefObject<HTMLElement | null>): Space | undefined {
  const density = useDevicePixels();
  const [space, setSpace] = useState<Omit<Space, "density">>();
  useLayoutEffect(() => {
    const element = main.current;
    const screen = element?.parentElement;
    if (!element || !screen) return;
    const measure = () => setSpace(spaceIn(element, screen));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(screen);
    return () => watching.disconnect();
  }, [main]);
  return space && { ...space, density };
}
