import { Bone, SkeletonRegion } from "./Skeletons";
import css from "./States.module.css";

/** `headed` adds a placeholder for the group's heading. */
export function TileSkeleton({ count, headed = false }: { count: number; headed?: boolean }) {
  return (
    <SkeletonRegion>
      {headed && <Bone shape="title" />}
      <div className={css.grid}>
        {Array.from({ length: count }, (_, key) => (
          <Bone key={key} shape="tile" />
        ))}
      </div>
    </SkeletonRegion>
  );
}
