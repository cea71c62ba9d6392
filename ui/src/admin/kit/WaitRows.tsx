import { Link } from "react-router";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import css from "../admin.module.css";
import own from "./WaitRows.module.css";

/** Work that waits for a person, on a page of its own. */
export interface WaitRow {
  key: string;
  name: string;
  to: string;
  /** The number of records; undefined until it is known. */
  count: number | undefined;
  line?: string | undefined;
  /** True if the line is a warning. */
  late?: boolean | undefined;
}

/** The work that waits for a person, with a link to each page. */
export function WaitRows({ rows }: { rows: readonly WaitRow[] }) {
  return (
    <ul className={own.waits}>
      {rows.map(({ key, name, to, count, line, late }) => (
        <li key={key}>
          <b className={count === 0 ? css.soft : undefined}>{count ?? "–"}</b>
          <div>
            <Link to={to}>{name}</Link>
            {line && <p className={late ? own.late : css.soft}>{line}</p>}
          </div>
          <ChevronIcon size={18} />
        </li>
      ))}
    </ul>
  );
}
