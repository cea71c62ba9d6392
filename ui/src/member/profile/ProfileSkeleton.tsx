import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import css from "./ProfileScreen.module.css";

export function ProfileSkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.waiting}>
        <div className={css.header}>
          <Bone shape="puck" />
          <div className={css.name}>
            <Bone shape="title" />
            <Bone shape="line" />
          </div>
        </div>
        <Bone shape="card" />
        <Bone shape="card" />
        <Bone shape="card" />
      </div>
    </SkeletonRegion>
  );
}
