import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatExactTime } from "../../../i18n/format";
import { loadWords } from "../../../i18n/i18n";
import { useLanguage } from "../../../i18n/language";
import { Button, IconButton } from "../../../kit/buttons/Button";
import { PrintIcon } from "../../../kit/icons/icons-admin";
import { BackIcon, ChevronIcon } from "../../../kit/icons/icons-basic";
import { lazyComponent } from "../../../kit/loading/lazyComponent";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { CopyButton, useCopy } from "../../kit/CopyButton";
import { useLetterKeys } from "../../kit/keys";
import { ReverseDialog } from "../../members/ReverseDialog";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { Happened } from "./Happened";
import { Lead } from "./Lead";
import { NearIt } from "./NearIt";
import { PostingLines } from "./PostingLines";
import { slipOf } from "./slipOf";
import own from "./Transaction.module.css";
import { isReversible, type Transaction, transactionQuery, useTypeName } from "./transactions";
import { UndoPanel } from "./UndoPanel";
import { WhereAndWho } from "./WhereAndWho";
import { WhyPoints } from "./WhyPoints";

const LoadSlip = lazyComponent(async () => {
  const [{ SlipSheet }] = await Promise.all([import("./SlipSheet"), loadWords(["counter"])]);
  return SlipSheet;
});

/** The whole address of a transaction, to send it to a colleague. */
const addressOf = (id: string) =>
  new URL(recordPath(adminPaths.transactions, id), window.location.origin).href;

interface TransactionPageProps {
  id: string;
  /** The rows of the list from which it was opened. */
  rows: readonly Transaction[];
  /** The search of the list, which the way back keeps. */
  search: string;
}

/** One transaction: its lines, which sum to zero, why it gave its points, what happened, and its reversal. */
export function TransactionPage({ id, rows, search }: TransactionPageProps) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const navigate = useNavigate();
  const copy = useCopy();
  const [asking, setAsking] = useState(false);
  const [giving, setGiving] = useState(false);
  const place = rows.findIndex(({ _id }) => _id === id);
  const listed = rows[place];
  const found = useQuery({ ...transactionQuery(id), ...(listed ? { placeholderData: listed } : {}) });
  const transaction = found.data;
  // A row of the list lacks the parts of a slip.
  const slip = transaction?.seal && slipOf(transaction);
  const mayReverse = useMay("adjustPoints") && transaction !== undefined && isReversible(transaction);
  const go = (to: Transaction | undefined) => {
    if (to) navigate(recordPath(adminPaths.transactions, to._id) + search);
  };
  const [before, after] = [place > 0 ? rows[place - 1] : undefined, place < 0 ? undefined : rows[place + 1]];
  useLetterKeys({
    c: () => copy(addressOf(id)),
    u: () => mayReverse && setAsking(true),
    arrowleft: () => go(before),
    arrowright: () => go(after),
  });
  return (
    <AdminPage
      title={transaction?.number ?? t("what")}
      mark={
        transaction && (
          <>
            <Badge tone="leaf" dot={false}>
              {typeName(transaction.type)}
            </Badge>
            {transaction.reversed && <Badge tone="pollen">{t("reversed")}</Badge>}
          </>
        )
      }
      line={transaction && formatExactTime(transaction.created, language)}
      back={{ to: adminPaths.transactions + search, label: t("title") }}
      actions={
        <>
          <CopyButton text={addressOf(id)} label={t("copyAddress")} />
          {slip && (
            <Button kind="quiet" small icon={<PrintIcon size={20} />} onClick={() => setGiving(true)}>
              {t("slip")}
            </Button>
          )}
          {place >= 0 && (
            <>
              <IconButton label={t("page.previous")} disabled={!before} onClick={() => go(before)}>
                <BackIcon size={20} />
              </IconButton>
              <IconButton label={t("page.next")} disabled={!after} onClick={() => go(after)}>
                <ChevronIcon size={20} />
              </IconButton>
            </>
          )}
        </>
      }
    >
      <Loaded of={found} failed={t("failedOne")} skeleton={<RowSkeleton count={6} />}>
        {(whole) => (
          <div className={own.sides}>
            <div className={css.stack}>
              <Lead of={whole} />
              <PostingLines of={whole} />
              <WhyPoints of={whole} />
              <Happened of={whole} />
            </div>
            <div className={css.stack}>
              <WhereAndWho of={whole} />
              <NearIt of={whole} />
              <UndoPanel of={whole} onAsk={() => setAsking(true)} />
            </div>
          </div>
        )}
      </Loaded>
      {giving && slip && (
        <LoadSlip
          of={transaction}
          slip={slip}
          onClose={() => setGiving(false)}
          onMissing={() => setGiving(false)}
        />
      )}
      {asking && <ReverseDialog id={id} onDone={() => setAsking(false)} onClose={() => setAsking(false)} />}
    </AdminPage>
  );
}
