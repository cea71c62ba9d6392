import { type AnchorHTMLAttributes, type MouseEvent, useState } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { afterPaint, unlessGone } from "../../device/afterPaint";

interface ScreenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  to: string;
  state?: unknown;
  replace?: boolean | undefined;
  /** How the screen changes, if not at once: what it is given goes there. */
  change?: ((go: () => void) => void) | undefined;
}

/**
 * A link to another screen of the app. A slow phone takes a while to draw one: what was pressed shows it (`data-pressed`)
 * before that.
 */
export function ScreenLink({ to, state, replace, change = (go) => go(), ...rest }: ScreenLinkProps) {
  const [pressed, setPressed] = useState(false);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { state, replace });
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForElsewhere(event)) return;
    event.preventDefault();
    // Under way already.
    if (pressed) return;
    setPressed(true);
    const goFromHere = unlessGone(() => go(event));
    afterPaint(() => {
      setPressed(false);
      change(goFromHere);
    });
  };
  return <a {...rest} href={useHref(to)} data-pressed={pressed || undefined} onClick={press} />;
}

/** With a key held or another button, a link is for another tab or window: the browser does that. */
export function isForElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
