import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../classes";
import { BackBar, ScreenFrameContext } from "../screen/Screen";
import text from "../styles/text.module.css";
import css from "./States.module.css";

/** Wraps placeholder boxes: busy for screen readers, with one hidden text. */
export function SkeletonRegion({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className={text.sr} role="status">
        {t("loading")}
      </span>
      {children}
    </div>
  );
}

/** One placeholder box in the shape of the content. */
export function Bone({ shape }: { shape: "line" | "title" | "card" | "cover" | "tile" | "puck" }) {
  return <div className={classes(css.skeleton, css[shape])} />;
}

export function RowSkeleton({ count }: { count: number }) {
  return (
    <SkeletonRegion>
      {Array.from({ length: count }, (_, key) => (
        <div key={key} className={css.row}>
          <Bone shape="puck" />
          <div>
            <Bone shape="line" />
            <Bone shape="line" />
          </div>
        </div>
      ))}
    </SkeletonRegion>
  );
}

/** Replaces a screen while its code or the session loads; shows `instead` if that failed. */
export function ScreenWaiting({ instead }: { instead?: ReactNode }) {
  const { back } = useContext(ScreenFrameContext);
  return (
    <>
      {back && <BackBar onClick={back} />}
      <main className={css.screen}>
        {instead ?? (
          <SkeletonRegion>
            <div className={css.column}>
              <Bone shape="title" />
              <Bone shape="card" />
              <Bone shape="tile" />
            </div>
          </SkeletonRegion>
        )}
      </main>
    </>
  );
}
