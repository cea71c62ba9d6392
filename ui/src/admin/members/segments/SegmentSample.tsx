import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import admin from "../../admin.module.css";
import { NothingYet } from "../../kit/NothingYet";
import { MemberLink } from "../MemberLink";
import css from "./Segments.module.css";
import { type Conditions, sampleQuery } from "./segments";

/** A few of the newest members who meet the conditions. */
export function SegmentSample({ conditions }: { conditions: Conditions }) {
  const { t } = useTranslation("adminSegments");
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("sample.title")}</h2>
      </div>
      <Loaded
        of={useQuery(sampleQuery(conditions))}
        failed={t("sample.failed")}
        skeleton={<RowSkeleton count={4} />}
      >
        {(members) =>
          members.length === 0 ? (
            <NothingYet picture={<EmptyBench />}>{t("sample.none")}</NothingYet>
          ) : (
            <ul className={css.sample}>
              {members.map((member) => (
                <li key={member._id}>
                  <MemberLink member={member} />
                  <b>{formatPoints(member.points)}</b>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
