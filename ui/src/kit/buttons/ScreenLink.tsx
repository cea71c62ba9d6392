import { type AnchorHTMLAttributes, type MouseEvent, useState } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { afterPaint, unlessGone } from "../../device/afterPaint";

interface ScreenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: string;
  state?: unknown;
  replace?: boolean | undefined;
  /** Changes the screen by calling `go`, for example in a transition; at once by default. */
  change?: ((go: () => void) => void) | undefined;
}

/**
 * A link to another screen of the app. A slow phone takes a while to draw a screen, so the pressed link is
 * marked first (`data-pressed`).
 */
export function ScreenLink({ to, state, replace, change = (go) => go(), ...rest }: ScreenLinkProps) {
  const [pressed, setPressed] = useState(false);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { state, replace });
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForElsewhere(event)) return;
    event.preventDefault();
    // Navigation has already started.
    if (pressed) return;
    setPressed(true);
    const goFromHere = unlessGone(() => go(event));
    afterPaint(() => {
      change(() => {
        // The mark stays until here, because the transition photographs the pressed link.
        setPressed(false);
        goFromHere();
      });
    });
  };
  return <a {...rest} href={useHref(to)} data-pressed={pressed || undefined} onClick={press} />;
}

/** With a modifier key or another mouse button, the browser opens the link in another tab or window. */
export function isForElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
