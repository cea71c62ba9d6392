import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "../../../kit/classes";
import { Bone, SkeletonRegion } from "../../../kit/loading/Skeletons";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import adminCss from "../../admin.module.css";
import css from "./Dashboard.module.css";

interface KpiProps {
  name: string;
  value: number;
  /** The list with the parts of the number, where there is one. */
  to?: string;
  /** The value is whole HK$. */
  hkd?: boolean;
  swatch?: string | undefined;
  tone?: string | undefined;
  line: ReactNode;
}

/** One key figure, which opens its list, with a line of detail. */
export function Kpi({ name, value, to, hkd = false, swatch, tone, line }: KpiProps) {
  return (
    <section className={classes(adminCss.panel, css.kpi)}>
      <p>
        {swatch && <i className={classes(css.swatch, swatch)} />}
        {to ? <Link to={to}>{name}</Link> : name}
      </p>
      <div className={classes(css.number, tone)}>
        {hkd && <b>HK$</b>}
        <StencilNumber value={value} height={28} />
      </div>
      <p>{line}</p>
    </section>
  );
}

/** The loading state of four key figures. */
export function KpiBones() {
  return (
    <div className={css.kpis}>
      {["a", "b", "c", "d"].map((key) => (
        <KpiBone key={key} />
      ))}
    </div>
  );
}

/** The loading state of one key figure. */
export function KpiBone() {
  return (
    <SkeletonRegion>
      <section className={classes(adminCss.panel, css.kpi)}>
        <Bone shape="line" />
        <Bone shape="title" />
        <Bone shape="line" />
      </section>
    </SkeletonRegion>
  );
}
