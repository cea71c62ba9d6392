import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../kit/buttons/Button";
import { newPath } from "../../paths";

/** Opens the form of a new record that begins as a copy of this one. */
export function CopyLink({ list, id }: { list: string; id: string }) {
  const { t } = useTranslation("adminContent");
  return (
    <ButtonLink kind="quiet" small to={`${newPath(list)}?copy=${encodeURIComponent(id)}`}>
      {t("copyAsDraft")}
    </ButtonLink>
  );
}
