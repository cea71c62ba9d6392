import { useTranslation } from "react-i18next";
import { useSaid } from "../../i18n/said";
import type { EditFailure } from "./edit";

/** The sentence for a failure, in the language on screen. */
export function useFailureWords() {
  const { t } = useTranslation("edit");
  const say = useSaid();
  return (failure: EditFailure | undefined): string | undefined => {
    if (!failure) return undefined;
    if ("said" in failure) return say(failure) ?? failure.said;
    // Told by the fields of the password.
    return failure.key === "guessable" ? undefined : t(`errors.${failure.key}`);
  };
}
