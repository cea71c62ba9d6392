import { useTranslation } from "react-i18next";
import { Note } from "../../kit/screen/Paper";

/**
 * Returns whether the browser gives this page its camera and passkeys. Without https, only pages of the device itself
 * (localhost) get them.
 */
export const isSecure = () => window.isSecureContext;

/**
 * The https address of a server whose cookies a page without https cannot keep; undefined if the till can be set up here.
 */
export const addressElsewhere = (publicUrl: string) =>
  !isSecure() && publicUrl.startsWith("https://") ? publicUrl : undefined;

/** Says on a page without https what does not work there. */
export function InsecureNote() {
  const { t } = useTranslation("counter");
  return isSecure() ? null : <Note tone="pollen">{t("enrol.insecure.here")}</Note>;
}
