import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError } from "../../api/problem";
import { forgetBrowser } from "../../api/push";
import { pushBarrier } from "../../device/push";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { BellIcon } from "../../kit/icons/icons-home";
import { Blossom } from "../../kit/screen/Blossom";
import { Note } from "../../kit/screen/Paper";
import { Puck, Row, RowSwitch } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./SettingsScreen.module.css";
import { subscribeToPush, subscriptionUnder } from "./subscribe";

const SUBSCRIPTION = ["push"];

type Failure = "refused" | "offline" | "failed";

/** Switches push notifications on this device, which arrive while the app is closed. */
export function PushSection({ vapidKey }: { vapidKey: string }) {
  const { t, i18n } = useTranslation("settings");
  const client = useQueryClient();
  const subscription = useQuery({
    queryKey: SUBSCRIPTION,
    queryFn: async () => (await subscriptionUnder(vapidKey)) ?? null,
  }).data;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const barrier = pushBarrier();
  const on = Boolean(subscription);

  const change = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (subscription) {
        await forgetBrowser(subscription.endpoint);
        await subscription.unsubscribe();
      } else if (!(await subscribeToPush(vapidKey, i18n.language))) {
        setFailure("refused");
      }
    } catch (error) {
      setFailure(error instanceof NetworkError ? "offline" : "failed");
    }
    await client.invalidateQueries({ queryKey: SUBSCRIPTION });
    setBusy(false);
  };

  const row = {
    icon: (
      <Puck tone={on ? "in" : "plain"}>
        <BellIcon size={22} />
      </Puck>
    ),
    title: t("push.title"),
    line: t(busy ? "push.busy" : `push.state.${barrier ?? (on ? "on" : "off")}`),
    end: busy ? <Blossom size={24} stamens={false} className={css.spin} /> : undefined,
  };
  return (
    <section className={css.section}>
      <h2 className={text.t3}>{t("push.heading")}</h2>
      <div className={layout.card}>
        {barrier ? (
          <Row
            {...row}
            end={
              on && (
                <span className={css.on}>
                  <CheckIcon />
                </span>
              )
            }
          />
        ) : (
          <RowSwitch {...row} on={on} onClick={() => void change()} />
        )}
      </div>
      {barrier === "installFirst" && (
        <div className={css.failed}>
          <Note>{t("push.install")}</Note>
        </div>
      )}
      {failure && (
        <div className={css.failed}>
          <Note tone="plum">{t(`push.errors.${failure}`)}</Note>
        </div>
      )}
    </section>
  );
}
