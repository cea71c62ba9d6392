import { useQuery } from "@tanstack/react-query";
import { useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { Segment, Tabs } from "../../kit/form/Segment";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { CoverBack } from "../../kit/screen/Cover";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { Bloom, TreeArt } from "../../shared/carbon/TreeArt";
import { bloomed, type Tree, treeQuery, weightOf } from "../../shared/carbon/tree";
import { paths, withBack } from "../../shared/paths";
import { MonthBars } from "./MonthBars";
import { ShareTree } from "./ShareTree";
import css from "./TreeScreen.module.css";
import { useBloomWords } from "./useBloomWords";
import { yearShown } from "./yearShown";

/** The number of earlier years that are offered beside the chosen one. */
const YEARS = 3;

/** The year's tree, which blooms as kilograms of CO2e grow. */
export function TreeScreen() {
  const { t } = useTranslation("carbon");
  const { back } = useContext(ScreenFrameContext);
  const [chosen, setChosen] = useState<number>();
  const now = useQuery(treeQuery());
  const year = chosen ?? (now.data && yearShown(now.data, new Date()));
  const isPast = year !== undefined && year !== now.data?.year;
  const past = useQuery({ ...treeQuery(year), enabled: isPast });
  const shown = isPast ? past : now;
  return (
    <Screen title={t("title")} header="none" flush>
      {back && <CoverBack onClick={back} />}
      {shown.data ? (
        <YearOfTree tree={shown.data} newest={now.data ?? shown.data} onYear={setChosen} />
      ) : shown.isError ? (
        <div className={css.failed}>
          <ErrorState title={t("failed")} error={shown.error} onRetry={shown.refetch} />
        </div>
      ) : (
        <SkeletonRegion>
          <Bone shape="cover" />
          <div className={css.body}>
            <Bone shape="title" />
            <Bone shape="card" />
          </div>
        </SkeletonRegion>
      )}
    </Screen>
  );
}

interface YearOfTreeProps {
  tree: Tree;
  newest: Tree;
  onYear(year: number): void;
}

function YearOfTree({ tree, newest, onYear }: YearOfTreeProps) {
  const { t } = useTranslation("carbon");
  const words = useBloomWords();
  const grams = Number(tree.grams);
  const state = bloomed(grams);
  const { number, unit } = weightOf(grams);
  const first = Math.max(newest.firstYear, newest.year - YEARS + 1);
  const art = useRef<HTMLDivElement>(null);
  const years = Array.from({ length: newest.year - first + 1 }, (_, step) => first + step);
  return (
    <>
      <div className={css.art} ref={art}>
        <TreeArt {...state} label={t("picture", { year: tree.year, blooms: words(state) })} />
      </div>
      <div className={css.body}>
        <h1 className={css.title}>{t("yourTree", { year: tree.year })}</h1>
        <div className={css.sum}>
          <p className={css.weight}>
            <StencilNumber value={number} height={52} />
            <b>{unit}</b>
          </p>
          <ScreenLink className={classes(text.link, css.method)} to={paths.carbonMethod} state={withBack}>
            {t("method.title")}
          </ScreenLink>
        </div>
        <p className={text.t5}>{t(tree.year === newest.year ? "since" : "inYear", { year: tree.year })}</p>
        {years.length > 1 && (
          <div className={css.years}>
            <Segment
              block
              label={t("years")}
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
              chosen={String(tree.year)}
              onChoose={(year) => onYear(Number(year))}
            />
          </div>
        )}
        {grams > 0 ? (
          <>
            <div className={classes(layout.card, css.blooms)}>
              <svg viewBox="-106 -106 212 212" width="44" height="44" aria-hidden="true">
                <Bloom open={state.petals} />
              </svg>
              <p>
                <span>{words(state)}</span>
                <small>{t("missing", { grams: state.missing })}</small>
              </p>
            </div>
            <ShareTree
              title={t("yourTree", { year: tree.year })}
              line={t("share.line", { number, unit })}
              picture={art}
            />
            <Parts tree={tree} current={tree.year === newest.year} />
          </>
        ) : (
          <EmptyState title={t("empty.title")} text={t("empty.text")} />
        )}
      </div>
    </>
  );
}

type Part = "month" | "partner";

function Parts({ tree, current }: { tree: Tree; current: boolean }) {
  const { t } = useTranslation("carbon");
  const language = useLanguage();
  const [part, setPart] = useState<Part>("month");
  const most = Number(tree.partners[0]?.grams ?? 1);
  return (
    <div className={css.parts}>
      <Tabs<Part>
        label={t("parts")}
        options={[
          { value: "month", label: t("byMonth") },
          { value: "partner", label: t("byPartner") },
        ]}
        chosen={part}
        onChoose={setPart}
      >
        {part === "month" ? (
          <MonthBars tree={tree} current={current} />
        ) : (
          <ul className={css.partners}>
            {tree.partners.map(({ _id, name, logo, purchases, grams }) => {
              const { number, unit } = weightOf(Number(grams));
              return (
                <li key={_id}>
                  <img className={css.logo} src={logo || undefined} alt="" loading="lazy" />
                  <span className={css.partner}>
                    <span>
                      {localized(name, language)}
                      <small>{t("purchases", { count: purchases })}</small>
                    </span>
                    <b className={text.tnum}>{`${number} ${unit}`}</b>
                  </span>
                  <svg
                    className={css.track}
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect width={Math.max(2, (Number(grams) / most) * 100)} height="8" />
                  </svg>
                </li>
              );
            })}
          </ul>
        )}
      </Tabs>
    </div>
  );
}
