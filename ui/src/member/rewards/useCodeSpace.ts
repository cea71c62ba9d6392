import { type RefObject, useLayoutEffect, useState } from "react";
import { useDevicePixels } from "../../kit/codes/useDevicePixels";

// As the style sheet of the code screen has them: how wide its card becomes, and what of it no code covers.
const CARD = 420;
const CARD_ON_ITS_SIDE = 560;
const BESIDE = 200;
const PADDING = 24;
const LYING_PADDING = 32;
// With the clear modules around a QR code, which are a quarter of its side.
const SQUARE = 340;
const LEAST_SQUARE = 180;
const ABOVE_AND_BELOW = 190;
// The name, the short code and the time left, which are seen without scrolling as well.
const LEAST_TALL_SQUARE = 256;
const ABOVE_AND_BELOW_TALL = 300;

/** What the code screen has for its code, in the page's pixels. */
export interface Space {
  /** Higher than wide. */
  tall: boolean;
  /** Across the card. */
  across: number;
  /** Along the longer side of the screen, with the card as large as the screen. */
  along: number;
  /** The side of a square on the card. */
  square: number;
  /** The screen's own pixels for each of the page's. */
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

/** Measures what `main` leaves on the screen that it scrolls in; undefined until it stands there. */
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
