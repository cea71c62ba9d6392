import { Bone, SkeletonRegion } from "../../components/Skeletons";
import css from "./ProfileScreen.module.css";

export function ProfileSkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.waiting}>
        <Bone shape="title" />
        <Bone shape="card" />
        <Bone shape="line" />
        <Bone shape="line" />
      </div>
    </SkeletonRegion>
  );
}
