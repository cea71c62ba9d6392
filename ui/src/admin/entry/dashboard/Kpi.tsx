import type { ReactNode } from "react";
import { classes } from "../../../kit/classes";
import { Bone, SkeletonRegion } from "../../../kit/loading/Skeletons";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import adminCss from "../../admin.module.css";
import css from "./Dashboard.module.css";

interface KpiProps {
  name: string;
  value: number;
  swatch?: string | undefined;
  tone?: string | undefined;
  line: ReactNode;
}

/** One key figure with a line of detail. */
export function Kpi({ name, value, swatch, tone, line }: KpiProps) {
  return (
    <section className={classes(adminCss.panel, css.kpi)}>
      <p>
        {swatch && <i className={classes(css.swatch, swatch)} />}
        {name}
      </p>
      <div className={classes(css.number, tone)}>
        <StencilNumber value={value} height={32} />
      </div>
      <p>{line}</p>
    </section>
  );
}

/** The loading state of the four key figures. */
export function KpiBones() {
  return (
    <SkeletonRegion>
      <div className={css.kpis}>
        {["a", "b", "c", "d"].map((key) => (
          <section key={key} className={classes(adminCss.panel, css.kpi)}>
            <Bone shape="line" />
            <Bone shape="title" />
            <Bone shape="line" />
          </section>
        ))}
      </div>
    </SkeletonRegion>
  );
}
