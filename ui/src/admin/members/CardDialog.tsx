import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatShortId } from "../../i18n/format";
import { QrCode } from "../../kit/codes/QrCode";
import { AdminDialog } from "../kit/AdminDialog";
import { FileLink } from "../kit/FileLink";
import own from "./Members.module.css";
import { type AdminMember, paperOf } from "./members";
import { fullName } from "./names";

interface CardDialogProps {
  title: string;
  member: AdminMember;
  onClose(): void;
  /** Links to further steps. */
  children?: ReactNode;
}

/** A new card, to print and give to the member. */
export function CardDialog({ title, member, onClose, children }: CardDialogProps) {
  const { t } = useTranslation("adminMembers");
  return (
    <AdminDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {children}
          <FileLink href={paperOf(member._id, "card?format=pdf")}>{t("papers.card")}</FileLink>
        </>
      }
    >
      <p>{t("new.madeText")}</p>
      <div className={own.paper}>
        <QrCode text={member.shortId} label={t("new.code")} size={160} />
        <div>
          <b>{fullName(member)}</b>
          <span>{formatShortId(member.shortId)}</span>
        </div>
      </div>
    </AdminDialog>
  );
}
