import { useTranslation } from "react-i18next";
import { useServerMessage } from "../../i18n/serverMessage";
import type { EditFailure } from "./edit";

/** The sentence for a failure, in the language on screen. */
export function useFailureWords() {
  const { t } = useTranslation("edit");
  const say = useServerMessage();
  return (failure: EditFailure | undefined): string | undefined => {
    if (!failure) return undefined;
    if ("said" in failure) return say(failure) ?? failure.said;
    // Told by the fields of the password.
    return failure.key === "guessable" ? undefined : t(`errors.${failure.key}`);
  };
}
