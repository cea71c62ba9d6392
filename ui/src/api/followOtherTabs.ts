import { cachedUser } from "./member";
import { endSession } from "./session";

/**
 * Tabs share their sign-in. When another one logs out, this one is out as well; when somebody else logs
 * in there, this one begins anew, rather than show one member to another. The answer stops it.
 */
export function followOtherTabs(): () => void {
  const me = cachedUser()?._id;
  const look = () => {
    const now = cachedUser()?._id;
    // Without the cookie there is nothing to compare.
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
