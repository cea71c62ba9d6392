import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { Button, IconButton } from "../../../kit/buttons/Button";
import { CloseIcon } from "../../../kit/icons/icons-basic";
import { AdminDialog } from "../../kit/AdminDialog";
import { FindMember } from "../../members/FindMember";
import { fullName } from "../../members/names";
import { ADMIN } from "../../session";
import css from "./Rules.module.css";

const memberQuery = (id: string) => ({
  queryKey: [ADMIN, "members", "named", id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call("get", "/api/admin/members/{id}", { path: { id }, signal }),
  enabled: id !== "",
});

interface MemberFilterProps {
  /** The id of the chosen member, or empty. */
  id: string;
  onChoose(id: string): void;
}

/** Narrows the list to the rules that could apply to one member now. */
export function MemberFilter({ id, onChoose }: MemberFilterProps) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const [asking, setAsking] = useState(false);
  const { data, isError } = useQuery(memberQuery(id));
  const close = () => setAsking(false);
  return (
    <span className={css.touches}>
      <Button kind="quiet" small onClick={() => setAsking(true)}>
        {id && !isError ? t("touches.chosen", { name: data ? fullName(data) : "…" }) : t("touches.open")}
      </Button>
      {id && (
        <IconButton label={t("touches.clear")} onClick={() => onChoose("")}>
          <CloseIcon size={18} />
        </IconButton>
      )}
      {asking && (
        <AdminDialog
          title={t("touches.title")}
          onClose={close}
          actions={
            <Button kind="quiet" small onClick={close}>
              {common("cancel")}
            </Button>
          }
        >
          <p>{t("touches.text")}</p>
          <FindMember
            but=""
            onChoose={(chosen) => {
              onChoose(chosen);
              close();
            }}
          />
        </AdminDialog>
      )}
    </span>
  );
}
