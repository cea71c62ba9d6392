import i18next from "i18next";
import { matchPath, type NavigateFunction } from "react-router";
import { loadWords } from "../../i18n/i18n";
import { showToast } from "../../kit/dialog/Toaster";
import { paths, withBack } from "../../shared/paths";

/** Screens that need no login, and Home, where every login ends. */
const NO_GOAL: readonly string[] = [
  paths.home,
  paths.login,
  paths.signup,
  paths.forgot,
  paths.message,
  paths.reset,
];

/** Returns whether an address is a screen that a member may have been on or wanted to open. */
export function isGoal(address: string): boolean {
  const [pathname = ""] = address.split("?");
  const leadsTo = (path: string) => matchPath(path, pathname) !== null;
  return Object.values(paths).some(leadsTo) && !NO_GOAL.some(leadsTo);
}

/**
 * Offers a link to the screen where the member was before login, because login itself leads to Home. A link that gives
 * points is opened at once.
 */
export async function offerToGoOn(asked: string, navigate: NavigateFunction) {
  if (matchPath(paths.earn, asked.split("?")[0] ?? "")) return navigate(asked);
  if (!isGoal(asked)) return;
  await loadWords("account");
  showToast(() => i18next.t("left.asked", { ns: "account" }), {
    label: () => i18next.t("left.open", { ns: "account" }),
    act: () => void navigate(asked, { state: withBack }),
  });
}
