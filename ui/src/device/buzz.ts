/** A short buzz, where the phone has one. The browser refuses it on a page that nobody has touched yet. */
export function buzz(ms: number) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(ms);
}
