import { cachedUser } from "./member";
import { endSession } from "./session";

/**
 * When another tab logs out, this tab logs out too. When another member logs in there, this tab reloads, so
 * that it never shows one member's data to another. Call the returned function to stop.
 */
export function followOtherTabs(): () => void {
  const me = cachedUser()?._id;
  const look = () => {
    const now = cachedUser()?._id;
    // Without the cookie, the member of this tab is unknown and cannot be compared.
    if (me === undefined || now === me || document.hidden) return;
    if (now === undefined) endSession();
    else window.location.reload();
  };
  window.addEventListener("storage", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("storage", look);
    document.removeEventListener("visibilitychange", look);
  };
}
