import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatPoints, formatShortId } from "../../i18n/format";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import css from "../admin.module.css";
import { SearchBox } from "../kit/Tools";
import { ADMIN } from "../session";
import own from "./Members.module.css";
import { formatPhone, fullName } from "./names";

const MOST = 6;

interface FindMemberProps {
  /** The id of the member to exclude. */
  but: string;
  /** The id of the member, and the name. */
  onChoose(id: string, name: string): void;
}

/** Finds another member by name, id or contact. */
export function FindMember({ but, onChoose }: FindMemberProps) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const [q, setQ] = useState("");
  const found = useQuery({
    queryKey: [ADMIN, "members", "find", q],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/members", { query: { q, status: "active", limit: MOST + 1 }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  return (
    <div className={css.stack}>
      <SearchBox label={t("search")} value={q} onSearch={setQ} />
      {q !== "" && (
        <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
          {(all) => {
            const rows = all.filter(({ _id }) => _id !== but).slice(0, MOST);
            if (rows.length === 0) return <p className={css.soft}>{one("merge.nobody", { q })}</p>;
            return (
              <ul className={own.found}>
                {rows.map((member) => (
                  <li key={member._id}>
                    <button type="button" onClick={() => onChoose(member._id, fullName(member))}>
                      <b>{fullName(member)}</b>
                      <span>
                        {[formatShortId(member.shortId), member.email ?? formatPhone(member.phone)].join(
                          " · ",
                        )}
                      </span>
                      <span>{one("pointsOf", { points: formatPoints(member.points) })}</span>
                    </button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </div>
  );
}
