import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import layout from "../../kit/styles/layout.module.css";
import css from "./HomeScreen.module.css";

export function HeadSkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.header}>
        <div className={css.names}>
          <Bone shape="line" />
          <Bone shape="title" />
        </div>
        <div className={css.disc}>
          <Bone shape="puck" />
        </div>
        <div className={css.disc}>
          <Bone shape="puck" />
        </div>
      </div>
      <Bone shape="card" />
    </SkeletonRegion>
  );
}

export function RailSkeleton({ mini = false }: { mini?: boolean }) {
  return (
    <SkeletonRegion>
      <div className={css.ghost}>
        <Bone shape="title" />
        <div className={layout.rail}>
          {[0, 1].map((place) => (
            <div key={place} className={mini ? css.mini : css.story}>
              <Bone shape="cover" />
              <div>
                <Bone shape="line" />
                <Bone shape="line" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}
