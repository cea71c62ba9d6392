import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { LooseKey } from "../../../kit/loading/EmptyWork";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import { Facts } from "../../kit/Facts";
import { EarnLinkKeyDialog } from "./EarnLinkKeyDialog";
import {
  type EarnLinkKey,
  earnLinkKeysQuery,
  rotateEarnLinkKey,
  stateOf,
  withdrawEarnLinkKey,
} from "./earnLinkKeys";
import { ListSection, Of } from "./ListSection";
import { type Outlet, outletsChanged, outletsQuery } from "./outlets";

const TONES = { works: "leaf", ending: "pollen", ended: "plain" } as const;

/** A key with its secret, which the server shows once. */
interface NewKey {
  _id: string;
  secret: string;
}

/** The keys by which a partner's tills print earn links without calling Kapok. */
export function EarnLinkKeys({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("adminCounters");
  const outlets = useQuery(outletsQuery(partner)).data ?? [];
  const keys = useQuery(earnLinkKeysQuery(partner));
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const [asking, setAsking] = useState<{ to: "rotate" | "withdraw"; key: EarnLinkKey }>();
  const act = async ({ to, key }: NonNullable<typeof asking>) => {
    if (to === "rotate") setMade(await rotateEarnLinkKey(key._id));
    else {
      await withdrawEarnLinkKey(key._id);
      showToast(t("earnKeys.withdrawn", { name: key.name }));
    }
    outletsChanged();
    setAsking(undefined);
  };
  return (
    <>
      <ListSection
        title={t("earnKeys.title")}
        none={t("earnKeys.none")}
        picture={<LooseKey />}
        of={keys}
        add={
          mayWrite && (
            <Button kind="quiet" small onClick={() => setAdding(true)}>
              {t("earnKeys.add")}
            </Button>
          )
        }
        row={(key) => (
          <>
            <KeyFacts earnKey={key} outlets={outlets} />
            {mayWrite && stateOf(key) === "works" && (
              <Button kind="text" small onClick={() => setAsking({ to: "rotate", key })}>
                {t("earnKeys.rotate")}
                <Of>{key.name}</Of>
              </Button>
            )}
            {mayWrite && stateOf(key) !== "ended" && (
              <Button kind="text" small onClick={() => setAsking({ to: "withdraw", key })}>
                {t("earnKeys.withdraw")}
                <Of>{key.name}</Of>
              </Button>
            )}
          </>
        )}
      />
      {adding && (
        <EarnLinkKeyDialog
          partner={partner}
          outlets={outlets}
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false);
            setMade(key);
            outletsChanged();
          }}
        />
      )}
      {asking && (
        <ActionDialog
          title={t(`earnKeys.${asking.to}Title`, { name: asking.key.name })}
          submit={t(`earnKeys.${asking.to}`)}
          busy={t("busy")}
          onClose={() => setAsking(undefined)}
          act={() => act(asking)}
        >
          <p>{t(`earnKeys.${asking.to}Text`)}</p>
        </ActionDialog>
      )}
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function KeyFacts({ earnKey, outlets }: { earnKey: EarnLinkKey; outlets: readonly Outlet[] }) {
  const { t } = useTranslation("adminCounters");
  const language = useLanguage();
  const { name, outletId, dailyCap, ends } = earnKey;
  const state = stateOf(earnKey);
  const outlet = outlets.find(({ _id }) => _id === outletId);
  const place = outlet ? localized(outlet.name, language) : t("earnKeys.everywhere");
  const cap = dailyCap && t("earnKeys.capOf", { points: formatPoints(dailyCap) });
  const end = ends && t("earnKeys.until", { moment: formatDateTime(ends, language) });
  return (
    <>
      <span>
        {name}
        <span className={css.two}>{[place, cap, end].filter(Boolean).join(" · ")}</span>
      </span>
      <Badge tone={TONES[state]}>{t(`earnKeys.states.${state}`)}</Badge>
    </>
  );
}

function SecretOnce({ made, onClose }: { made: NewKey; onClose(): void }) {
  const { t } = useTranslation("adminCounters");
  const { t: common } = useTranslation("admin");
  return (
    <AdminDialog
      title={t("earnKeys.made")}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={made.secret} label={t("earnKeys.copy")} />
          <Button small onClick={onClose}>
            {common("done")}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [t("earnKeys.id"), made._id],
          [t("earnKeys.secret"), made.secret],
        ]}
      />
      <Note tone="pollen">{t("earnKeys.once")}</Note>
    </AdminDialog>
  );
}
