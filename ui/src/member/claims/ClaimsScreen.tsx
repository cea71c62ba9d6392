import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../api/programme";
import { formatDate } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { EmptyReceipt } from "../../kit/loading/EmptyPictures";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { RowLink } from "../../kit/screen/Row";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import { claimPath, paths, withBack, withoutBar } from "../../shared/paths";
import { ClaimBadge } from "./ClaimBadge";
import css from "./Claims.module.css";
import { claimsQuery, noonOf } from "./claims";

/** As many rows leave half of a phone empty. */
const FEW = 4;

/** Both screens have their own buttons. */
const plain = { ...withBack, ...withoutBar };

/** The member's claims, and the way to a new one. */
export function ClaimsScreen() {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  const claims = useQuery(claimsQuery());
  const programme = useQuery(programmeQuery());
  const add = programme.data?.claims && (
    <ButtonLink block to={paths.newClaim} state={plain}>
      {t("new")}
    </ButtonLink>
  );
  return (
    <Screen
      title={t("list")}
      reading
      info={<p>{t("info")}</p>}
      footer={claims.data && claims.data.length > FEW ? add : undefined}
    >
      <Loaded
        // The button comes with the programme's settings: without them the list would move.
        of={{ ...claims, data: programme.isPending ? undefined : claims.data }}
        skeleton={<RowSkeleton count={4} />}
        failed={t("failed")}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<EmptyReceipt />} title={t("emptyTitle")} text={t("empty")} action={add} />
          ) : (
            <>
              <ul className={layout.rows}>
                {all.map((claim) => (
                  <li key={claim._id}>
                    <RowLink
                      flat
                      to={claimPath(claim._id)}
                      state={plain}
                      title={localized(claim.partner.name, language)}
                      line={`${formatDate(noonOf(claim.day), language)} · HK$${claim.amountHkd}`}
                      end={<ClaimBadge claim={claim} />}
                    />
                  </li>
                ))}
              </ul>
              {all.length <= FEW && (
                <>
                  {add && <div className={css.apart}>{add}</div>}
                  <EmptyState picture={<EmptyReceipt />} text={t("how")} />
                </>
              )}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
