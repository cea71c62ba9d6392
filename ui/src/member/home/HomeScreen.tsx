import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { cachedUser, userQuery } from "../../api/member";
import { unreadQuery } from "../../api/unread";
import { screens } from "../../device/transition";
import { IconLink } from "../../kit/buttons/Button";
import { BellIcon, ScanIcon } from "../../kit/icons/icons-home";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import { NextTask } from "../../kit/loading/NextTask";
import { ErrorState } from "../../kit/loading/States";
import { PointsCard } from "../../kit/screen/PointsCard";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { paths, withBack } from "../../shared/paths";
import { articlesQuery } from "./articles";
import { greetingAt } from "./greeting";
import css from "./HomeScreen.module.css";
import { HeadSkeleton, RailSkeleton } from "./HomeSkeleton";
import { Rail } from "./Rail";
import { useFirstPictures } from "./useFirstPictures";

// Each loads its texts itself, because this screen is in the first load.
const FirstTutorial = lazyComponent(async () => (await import("./FirstTutorial")).withWords());
const HomeFacts = lazyComponent(async () => (await import("./HomeFacts")).withWords());
const HomeGoal = lazyComponent(async () => (await import("./HomeGoal")).withWords());

// Time that the skeleton stays after the news loaded, as specified. A shorter one would look like a flash.
const SKELETON_MS = 1000;

/** The drawn part of the two carousels. They are drawn in steps: both at once would block a slow phone. */
const Drawn = { nothing: 0, newsInView: 1, news: 2, activitiesInView: 3, all: 4 } as const;

export function HomeScreen() {
  const { t } = useTranslation("home");
  const user = useQuery({ ...userQuery(), staleTime: 0 });
  const unread = useQuery(unreadQuery()).data ?? 0;
  const news = useQuery(articlesQuery("news"));
  const activities = useQuery(articlesQuery("activities"));
  // A member who comes back has the data cached and sees it at once.
  const [drawn, setDrawn] = useState<number>(news.data ? Drawn.all : Drawn.nothing);
  const settled = !news.isPending;
  useEffect(() => {
    if (!settled || drawn === Drawn.all) return;
    const timer = setTimeout(() => setDrawn(drawn + 1), drawn === Drawn.nothing ? SKELETON_MS : 0);
    return () => clearTimeout(timer);
  }, [settled, drawn]);
  useFirstPictures(drawn === Drawn.nothing, news.data, activities.data);

  const who = user.data ?? cachedUser();
  const failed = drawn < Drawn.all ? [] : [news, activities].filter((list) => list.isError && !list.data);
  const which = failed.length > 1 ? "both" : failed[0] === news ? "news" : "activities";
  return (
    <Screen title={t("title")} header="none">
      {who ? (
        <>
          <header className={css.header}>
            <div>
              <p className={css.greeting}>{t(greetingAt(Date.now()))}</p>
              <h1 className={text.t1}>
                <bdi>{who.firstName}</bdi>
              </h1>
            </div>
            <IconLink kind="set" label={t("scan")} to={paths.scan} state={withBack}>
              <ScanIcon petal />
            </IconLink>
            <IconLink
              kind="set"
              label={unread > 0 ? t("unread", { count: unread }) : t("notifications")}
              count={unread}
              to={paths.notifications}
              state={withBack}
            >
              <BellIcon petal />
            </IconLink>
          </header>
          <NextTask>
            <PointsCard
              points={who.points}
              shortId={who.shortId}
              stub={(usual) =>
                user.data?.pointsExpire || user.data?.pointsPending ? (
                  <HomeFacts usual={usual} waiting={usual} missing={() => usual} />
                ) : (
                  usual
                )
              }
              to={paths.points}
              state={withBack}
              change={(go) => screens.change("#points", go)}
            />
          </NextTask>
        </>
      ) : (
        <HeadSkeleton />
      )}
      {user.data && (
        <HomeGoal
          settled={drawn > Drawn.nothing}
          has={user.data}
          current={!user.isFetching}
          missing={renderNothing}
        />
      )}
      {drawn === Drawn.nothing || news.isPending ? (
        <NextTask>
          <RailSkeleton />
        </NextTask>
      ) : (
        news.data && <Rail title={t("news")} articles={news.data} whole={drawn >= Drawn.news} />
      )}
      {/* Removed before the first carousel renders, so that it does not shift. */}
      {drawn === Drawn.newsInView || drawn === Drawn.news ? null : drawn === Drawn.nothing ||
        activities.isPending ? (
        <NextTask>
          <RailSkeleton mini />
        </NextTask>
      ) : (
        activities.data && (
          <Rail title={t("activities")} articles={activities.data} mini whole={drawn === Drawn.all} />
        )
      )}
      {failed.length > 0 && (
        <ErrorState
          title={t(`failed.${which}`)}
          error={failed[0]?.error ?? null}
          onRetry={() => {
            for (const list of failed) list.refetch();
          }}
        />
      )}
      {user.data?.firstTimeLogin && (
        <FirstTutorial
          // If the chunk does not load, the tutorial shows at the next visit.
          missing={renderNothing}
        />
      )}
    </Screen>
  );
}
