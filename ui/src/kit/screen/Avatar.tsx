import { useId } from "react";
import css from "./Avatar.module.css";
import { CINQUEFOIL } from "./petals";

interface AvatarProps {
  size: number;
  picture?: string | undefined;
  /** Set in the tab bar while the member's own screen is open. */
  current?: boolean;
}

/** A picture in a cinquefoil; without one, the person icon on green. */
export function Avatar({ size, picture, current = false }: AvatarProps) {
  const clip = useId();
  return (
    <svg viewBox="-62 -62 124 124" width={size} height={size} aria-hidden="true">
      <path className={current ? css.current : css.edge} d={CINQUEFOIL} transform="scale(1.27)" />
      <clipPath id={clip}>
        <path d={CINQUEFOIL} transform="scale(1.09)" />
      </clipPath>
      {picture ? (
        <image
          href={picture}
          x="-46"
          y="-46"
          width="92"
          height="92"
          preserveAspectRatio="xMidYMid slice"
          clipPath={`url(#${clip})`}
        />
      ) : (
        <>
          <path className={css.ground} d={CINQUEFOIL} transform="scale(1.09)" />
          <g className={css.person} transform="translate(-26 -27) scale(2.2)">
            <path d="M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z" />
            <path d="M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />
          </g>
        </>
      )}
    </svg>
  );
}
