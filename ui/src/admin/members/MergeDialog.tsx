import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatPoints, formatShortId } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { useForm } from "../../kit/form/useForm";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { AdminDialog, FormDialog } from "../kit/AdminDialog";
import { tellApprovalNeeded, useErrorText } from "../kit/errorText";
import { ReasonField } from "../kit/ReasonField";
import { adminPaths, recordPath } from "../paths";
import { FindMember } from "./FindMember";
import own from "./Members.module.css";
import { isIdOf, type MemberPage, memberChanged, merge, pageQuery } from "./members";
import { formatPhone, fullName } from "./names";
import { TypedId } from "./TypedId";

/** Merges two accounts of one person: finds the other, shows what moves, and asks for confirmation. */
export function MergeDialog({ page, onClose }: { page: MemberPage; onClose(): void }) {
  const [other, setOther] = useState<string>();
  const [stays, setStays] = useState<"this" | "other">("other");
  const found = useQuery({ ...pageQuery(other ?? ""), enabled: other !== undefined });
  if (!other) return <Choose page={page} onChoose={setOther} onClose={onClose} />;
  if (!found.data) {
    return (
      <Frame onClose={onClose} onBack={() => setOther(undefined)} name={fullName(page.member)}>
        <Waiting of={found} />
      </Frame>
    );
  }
  const [from, into] = stays === "other" ? [page, found.data] : [found.data, page];
  return (
    <Confirm
      key={stays}
      from={from}
      into={into}
      onTurn={() => setStays(stays === "other" ? "this" : "other")}
      onClose={onClose}
    />
  );
}

interface FrameProps {
  name: string;
  onClose(): void;
  onBack?: () => void;
  children: ReactNode;
}

function Frame({ name, onClose, onBack, children }: FrameProps) {
  const { t } = useTranslation("adminMember");
  const { t: common } = useTranslation("admin");
  return (
    <AdminDialog
      wide
      title={t("merge.title", { name })}
      onClose={onClose}
      actions={
        <>
          {onBack && (
            <Button kind="text" small onClick={onBack}>
              {t("merge.another")}
            </Button>
          )}
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
        </>
      }
    >
      {children}
    </AdminDialog>
  );
}

function Waiting({ of }: { of: { data: undefined; isError: boolean; refetch(): unknown } }) {
  const { t } = useTranslation("adminMembers");
  return (
    <Loaded of={of} failed={t("oneFailed")} skeleton={<RowSkeleton count={2} />}>
      {() => null}
    </Loaded>
  );
}

interface ChooseProps {
  page: MemberPage;
  onChoose(id: string): void;
  onClose(): void;
}

function Choose({ page, onChoose, onClose }: ChooseProps) {
  const { t } = useTranslation("adminMember");
  return (
    <Frame onClose={onClose} name={fullName(page.member)}>
      <p>{t("merge.text")}</p>
      <FindMember but={page.member._id} onChoose={onChoose} />
    </Frame>
  );
}

interface ConfirmProps {
  from: MemberPage;
  into: MemberPage;
  onTurn(): void;
  onClose(): void;
}

/** A reason for which the server would refuse the merge. */
function obstacle(from: MemberPage, into: MemberPage): "held" | "notActive" | undefined {
  if (from.held > 0 || into.held > 0) return "held";
  return into.member.status === "active" ? undefined : "notActive";
}

function Confirm({ from, into, onTurn, onClose }: ConfirmProps) {
  const { t } = useTranslation("adminMember");
  const navigate = useNavigate();
  const say = useErrorText();
  const [error, setError] = useState<unknown>();
  const names = { from: fullName(from.member), into: fullName(into.member) };
  // Ids, because two accounts of one person have the same name.
  const ids = { from: formatShortId(from.member.shortId), into: formatShortId(into.member.shortId) };
  const against = obstacle(from, into);
  const form = useForm<{ reason: string; typed: string }, "required" | "wrong">({
    initial: { reason: "", typed: "" },
    check: ({ reason, typed }) => ({
      ...(reason.trim() ? {} : { reason: "required" }),
      ...(isIdOf(typed, from.member) ? {} : { typed: "wrong" }),
    }),
    submit: async ({ reason }) => {
      setError(undefined);
      try {
        const { points } = await merge(from.member._id, into.member._id, reason.trim());
        showToast(t("merge.done", { ...names, points: formatPoints(points) }));
        onClose();
        await navigate(recordPath(adminPaths.members, into.member._id), { replace: true });
        memberChanged();
      } catch (failure) {
        if (tellApprovalNeeded(failure)) onClose();
        else setError(failure);
      }
    },
  });
  return (
    <FormDialog
      wide
      title={t("merge.title", { name: names.from })}
      submit={t("merge.submit")}
      kind="refuse"
      busy={form.busy && t("busy")}
      disabled={against !== undefined}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <div className={own.sides}>
        <Side title={t("merge.goes")} page={from} after={0} />
        <Side title={t("merge.stays")} page={into} after={from.member.points + into.member.points} />
      </div>
      <Button kind="text" small onClick={onTurn}>
        {t("merge.turn")}
      </Button>
      <ul className={own.points}>
        <li>{t("merge.moves.points", { ...ids, points: formatPoints(from.member.points) })}</li>
        <li>{t("merge.moves.bought")}</li>
        <li>{t("merge.moves.contacts", ids)}</li>
        <li>{t("merge.moves.card", ids)}</li>
        <li>{t("merge.moves.rest", ids)}</li>
      </ul>
      {against ? (
        <Note tone="plum">{t(`merge.against.${against}`)}</Note>
      ) : (
        <>
          <ReasonField
            {...form.field("reason")}
            hint={t("kept")}
            missing={form.error("reason") !== undefined}
          />
          <TypedId {...form.field("typed")} member={from.member} wrong={form.error("typed") !== undefined} />
        </>
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

function Side({ title, page, after }: { title: string; page: MemberPage; after: number }) {
  const { t } = useTranslation("adminMember");
  const { member } = page;
  return (
    <div>
      <h3>{title}</h3>
      <p>
        <b>{fullName(member)}</b> · {formatShortId(member.shortId)}
      </p>
      <p>{[member.email, member.phone && formatPhone(member.phone)].filter(Boolean).join(" · ") || "–"}</p>
      <p>{t("merge.points", { before: formatPoints(member.points), after: formatPoints(after) })}</p>
    </div>
  );
}
