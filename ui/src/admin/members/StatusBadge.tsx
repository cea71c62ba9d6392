import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/screen/Paper";
import type { AdminMember } from "./members";

const TONES = { active: "leaf", suspended: "plum", erased: "plain" } as const;

export function StatusBadge({ status }: { status: AdminMember["status"] }) {
  const { t } = useTranslation("adminMembers");
  return (
    <Badge tone={TONES[status]} dot={false}>
      {t(`statuses.${status}`)}
    </Badge>
  );
}
