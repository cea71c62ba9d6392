import { useTranslation } from "react-i18next";
import { useServerMessage } from "../../i18n/serverMessage";
import type { EditFailure } from "./edit";

/** The sentence for a failure, in the current language. */
export function useFailureWords() {
  const { t } = useTranslation("edit");
  const say = useServerMessage();
  return (failure: EditFailure | undefined): string | undefined => {
    if (!failure) return undefined;
    if ("said" in failure) return say(failure) ?? failure.said;
    // The password fields show this failure themselves.
    return failure.key === "guessable" ? undefined : t(`errors.${failure.key}`);
  };
}
