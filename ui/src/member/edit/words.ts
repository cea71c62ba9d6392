import { useTranslation } from "react-i18next";
import type { EditFailure } from "./edit";

/** The sentence for a failure, in the language on screen. */
export function useFailureWords() {
  const { t } = useTranslation("edit");
  return (failure: EditFailure | undefined): string | undefined =>
    failure && ("said" in failure ? failure.said : t(`errors.${failure.key}`));
}
