import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { CheckIcon, CloseIcon } from "../../../kit/icons/icons-basic";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import admin from "../../admin.module.css";
import { FindMember } from "../FindMember";
import css from "./Segments.module.css";
import { type Conditions, checkQuery } from "./segments";
import { useSegmentWords } from "./useSegmentWords";

/** Shows whether one member meets the conditions, and which lines fit. */
export function SegmentCheck({ conditions }: { conditions: Conditions }) {
  const { t } = useTranslation("adminSegments");
  const [member, setMember] = useState<string>();
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("check.title")}</h2>
      </div>
      {member === undefined ? (
        <FindMember but="" onChoose={setMember} />
      ) : (
        <>
          <Answer conditions={conditions} member={member} />
          <Button kind="text" small onClick={() => setMember(undefined)}>
            {t("check.again")}
          </Button>
        </>
      )}
    </section>
  );
}

function Answer({ conditions, member }: { conditions: Conditions; member: string }) {
  const { t } = useTranslation("adminSegments");
  const words = useSegmentWords();
  const checked = useQuery(checkQuery(conditions, member));
  return (
    <Loaded of={checked} failed={t("check.failed")} skeleton={<RowSkeleton count={2} />}>
      {({ active, belongs, lines }) => (
        <div role="status">
          <p>
            <b>{t(belongs ? "check.in" : active ? "check.out" : "check.inactive")}</b>
          </p>
          <ul className={css.checks}>
            {lines.map((fits, at) => {
              const line = conditions.lines[at];
              if (!line) return null;
              return (
                <li key={`${at + 1}`} className={fits ? css.fits : css.fails}>
                  {fits ? <CheckIcon size={18} /> : <CloseIcon size={18} />}
                  <span>{t(fits ? "check.fits" : "check.fails", { line: words.line(line) })}</span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
