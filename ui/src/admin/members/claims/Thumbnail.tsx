import { PictureIcon } from "../../../kit/icons/icons-member";
import { useMay } from "../../session";
import own from "./Claims.module.css";
import { type AdminClaim, thumbnailPath } from "./claims";

/** The photo of a claim, small, or an empty place. The row's text tells the same, so that screen readers pass it by. */
export function Thumbnail({ claim }: { claim: AdminClaim }) {
  const sees = useMay("seeClaimPhotos");
  return (
    <span className={own.small}>
      {claim.hasPhoto && sees ? (
        <img src={thumbnailPath(claim._id)} alt="" loading="lazy" />
      ) : (
        <PictureIcon size={20} />
      )}
    </span>
  );
}
