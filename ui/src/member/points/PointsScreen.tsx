import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useBalance } from "../../api/balance";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { useFocusAfterLastPage } from "../../kit/dialog/focusAfterRemoval";
import { TransferIcon } from "../../kit/icons/icons-member";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Blossom } from "../../kit/screen/Blossom";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { type OpenReceiptState, paths, withBack } from "../../shared/paths";
import { daysOf, statementQuery } from "../../shared/statement";
import { History } from "./History";
import { Lots } from "./Lots";
import css from "./PointsScreen.module.css";

// Few members ever have points on hold.
const Held = lazyComponent(async () => (await import("./Held")).Held);

/** The most pages that are searched for a receipt that another screen opens. */
const MOST_PAGES = 10;

export function PointsScreen() {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const balance = useBalance();
  const held = useQuery(userQuery()).data?.pointsHeld === true;
  const statement = useInfiniteQuery(statementQuery());
  // A receipt needs the programme. Loading it with the list opens the receipt without a delay.
  useQuery(programmeQuery());
  const { data, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } = statement;
  const opened: Partial<OpenReceiptState> | null = useLocation().state;
  const wanted = opened?.receipt;
  const isMissing =
    wanted !== undefined &&
    data !== undefined &&
    data.pages.length < MOST_PAGES &&
    !data.pages.some(({ rows }) => rows.some(({ _id }) => _id === wanted));
  // A receipt that another screen opens may stand on a later page.
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  // Numbers of seven digits or more need the room of the stamens.
  const long = balance !== undefined && balance >= 1_000_000;
  const history = useFocusAfterLastPage<HTMLDivElement>(statement.hasNextPage);
  const asked = useRef<number>(undefined);
  // If the balance differs from `balanceAfter` of the newest transaction, the list is outdated.
  useEffect(() => {
    if (!data || isFetching || balance === undefined || asked.current === balance) return;
    if ((data.pages[0]?.rows[0]?.balanceAfter ?? 0) === balance) return;
    asked.current = balance;
    refetch();
  }, [balance, data, isFetching, refetch]);
  return (
    <Screen title={t("title")} tone="points" flush info={<p>{t("info")}</p>}>
      <div className={css.top} id="points">
        <Blossom size={310} print stamens={!long} className={css.print} />
        <p className={css.label}>{t("balance", { ns: "shell" })}</p>
        <div className={css.number} data-balance="">
          {balance !== undefined && <StencilNumber value={balance} height={long ? 48 : 66} pollen />}
        </div>
        <div className={css.give}>
          <ButtonLink
            to={paths.transfer}
            state={{ ...withBack, from: paths.points }}
            icon={<TransferIcon size={22} />}
          >
            {t("transfer")}
          </ButtonLink>
        </div>
      </div>
      <div className={css.history} ref={history}>
        {held && <Held waiting={null} />}
        <Lots />
        <Loaded
          of={statement}
          skeleton={
            <div className={css.waiting}>
              <RowSkeleton count={6} />
            </div>
          }
          failed={t("failed")}
        >
          {({ pages }) => {
            const days = daysOf(
              pages.flatMap(({ rows }) => rows),
              language,
            );
            if (days.length === 0 && !statement.hasNextPage) {
              return (
                <EmptyState
                  picture={<EmptySheet />}
                  title={t("emptyTitle")}
                  text={t("empty")}
                  action={<ButtonLink to={paths.explorer}>{t("explore")}</ButtonLink>}
                />
              );
            }
            return (
              <>
                <History days={days} opens={wanted} />
                {statement.isFetchNextPageError && (
                  <div className={css.failed}>
                    <FailedNote>{t("failed")}</FailedNote>
                  </div>
                )}
                {statement.hasNextPage && (
                  <div className={css.more}>
                    <Button
                      kind="quiet"
                      block
                      busy={statement.isFetchingNextPage && t("loading", { ns: "shell" })}
                      onClick={() => statement.fetchNextPage()}
                    >
                      {t("more")}
                    </Button>
                  </div>
                )}
              </>
            );
          }}
        </Loaded>
        {/* Absent while the history above may still grow, so that it does not shift. */}
        {!isFetching && balance !== undefined && (
          <>
            {data && (
              <div className={css.more}>
                <ButtonLink kind="quiet" block to={paths.statements} state={withBack}>
                  {t("statements.link")}
                </ButtonLink>
              </div>
            )}
            <Missing />
          </>
        )}
      </div>
    </Screen>
  );
}

/** The way to claim points that are missing here, where the programme takes claims. */
function Missing() {
  const { t } = useTranslation("points");
  if (!useQuery(programmeQuery()).data?.claims) return null;
  return (
    <div className={css.more}>
      <ButtonLink kind="text" to={paths.claims} state={withBack}>
        {t("missing")}
      </ButtonLink>
    </div>
  );
}
