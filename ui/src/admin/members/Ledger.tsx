import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { nextCursor, type Page } from "../../api/page";
import { Button, IconButton } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { UndoIcon } from "../../components/icons-desk";
import { RowSkeleton } from "../../components/Skeletons";
import { ErrorState } from "../../components/States";
import { formatChange, formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import deskCss from "../desk.module.css";
import { DESK, useMay } from "../session";
import css from "./Members.module.css";
import type { AdminMember, Entry } from "./members";
import { ReverseDialog } from "./ReverseDialog";

const LIMIT = 20;
/** Holds have a way back of their own, and an opposite has none. */
const FINAL: ReadonlySet<string> = new Set(["Reversal", "Redeem - Hold", "Redeem - Refund"]);

/** A member's movements, newest first, each with the balance after it. */
export function Ledger({ member }: { member: AdminMember }) {
  const { t } = useTranslation("deskMembers");
  const id = member._id;
  const history = useInfiniteQuery({
    queryKey: [DESK, "members", "ledger", id],
    queryFn: async ({ pageParam, signal }): Promise<Page<Entry>> => {
      let next: string | undefined;
      const rows = await call("get", "/api/admin/members/{id}/transactions", {
        path: { id },
        query: { limit: LIMIT, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
        answered: (headers) => {
          next = nextCursor(headers);
        },
      });
      return { rows, next };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
  });
  const rows = history.data?.pages.flatMap((page) => page.rows);
  if (!rows) {
    return history.isError ? (
      <ErrorState title={t("ledgerFailed")} onRetry={() => history.refetch()} />
    ) : (
      <RowSkeleton count={4} />
    );
  }
  if (rows.length === 0) return <EmptyState text={t("ledgerEmpty")} />;
  return (
    <>
      <ul className={css.entries}>
        {rows.map((entry) => (
          <Movement key={`${entry._id} ${entry.points}`} entry={entry} />
        ))}
      </ul>
      {history.hasNextPage && (
        <div className={css.more}>
          <Button
            kind="quiet"
            small
            block
            busy={history.isFetchingNextPage && t("loadingMore")}
            onClick={() => void history.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Movement({ entry }: { entry: Entry }) {
  const { t } = useTranslation("deskMembers");
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const mayReverse = useMay("adjustPoints") && !FINAL.has(entry.type);
  const told = entry.itemSnapshot;
  const line = [entry.counterparty, formatDateTime(entry.created, language), entry.reason];
  return (
    <li>
      <div>
        <b>{told ? localized(told.name, language) : entry.type}</b>
        <span>{line.filter(Boolean).join(" · ")}</span>
      </div>
      <span className={entry.points < 0 ? deskCss.out : deskCss.in}>{formatChange(entry.points)}</span>
      <span className={css.after}>{formatPoints(entry.balanceAfter)}</span>
      {mayReverse && (
        <IconButton label={t("reverse.open")} onClick={() => setAsking(true)}>
          <UndoIcon size={20} />
        </IconButton>
      )}
      {asking && <ReverseDialog id={entry._id} points={entry.points} onClose={() => setAsking(false)} />}
    </li>
  );
}
