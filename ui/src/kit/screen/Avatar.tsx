import { useId } from "react";
import css from "./Avatar.module.css";
import { CINQUEFOIL } from "./petals";

interface AvatarProps {
  size: number;
  /** The name of a drawn picture, which stands at `/assets/faces`. */
  face?: string | undefined;
  /** Shown without a picture. */
  initials?: string | undefined;
}

/** A face in a cinquefoil: the chosen picture, else the initials on green, else the person icon. */
export function Avatar({ size, face, initials }: AvatarProps) {
  const clip = useId();
  return (
    <svg viewBox="-62 -62 124 124" width={size} height={size} aria-hidden="true">
      <path className={css.edge} d={CINQUEFOIL} transform="scale(1.27)" />
      <clipPath id={clip}>
        <path d={CINQUEFOIL} transform="scale(1.09)" />
      </clipPath>
      {face ? (
        <image
          href={`/assets/faces/${face}.svg`}
          x="-50"
          y="-50"
          width="100"
          height="100"
          clipPath={`url(#${clip})`}
        />
      ) : (
        <>
          <path className={css.ground} d={CINQUEFOIL} transform="scale(1.09)" />
          {initials ? (
            <text className={css.initials} textAnchor="middle" y="12">
              {initials}
            </text>
          ) : (
            <g className={css.person} transform="translate(-26 -27) scale(2.2)">
              <path d="M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z" />
              <path d="M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />
            </g>
          )}
        </>
      )}
    </svg>
  );
}
