import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { formatDate } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { useFocusAfterRemoval } from "../../kit/dialog/focusAfterRemoval";
import { Check, Switch } from "../../kit/form/Choice";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Blossom } from "../../kit/screen/Blossom";
import { Badge, FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { scrollIntoSight } from "../../kit/screen/scrollIntoSight";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import css from "./Messages.module.css";
import {
  type Change,
  change,
  type Failure,
  type Preferences,
  preferencesQuery,
  unsubscribe,
} from "./messages";

/** The choice of the messages that a member gets outside the inbox, by kind and channel. */
export function MessagesScreen() {
  const { t } = useTranslation("messages");
  const preferences = useQuery(preferencesQuery());
  return (
    <Screen title={t("title")} info={<p>{t("info")}</p>}>
      <p className={text.soft}>{t("intro")}</p>
      <Loaded of={preferences} skeleton={<RowSkeleton count={5} />} failed={t("failed")}>
        {(found) => <Choices preferences={found} />}
      </Loaded>
    </Screen>
  );
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([name]) => name !== key));
}

function Choices({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation("messages");
  // By the control that was pressed: success of another change does not clear the error.
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  // A press shows at once, and reverts if the change fails.
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { kinds, marketing } = preferences;

  const ask = async (key: string, on: boolean, wanted: Change) => {
    setFailures((last) => without(last, key));
    setPressed((last) => new Map(last).set(key, on));
    const failed = await change(wanted);
    if (failed) setFailures((last) => new Map(last).set(key, failed));
    setPressed((last) => without(last, key));
  };
  const failure = [...failures.values()].at(-1);
  const consented = pressed.get("consent") ?? marketing.consented;
  return (
    <>
      {kinds.map(({ kind, channels }) => {
        const ours = channels.some(({ locked }) => locked);
        return (
          <section key={kind} className={css.kind} aria-labelledby={kind}>
            <div className={css.head}>
              <h2 className={text.t3} id={kind}>
                {t(`kinds.${kind}.title`)}
              </h2>
              {ours && (
                <Badge tone="leaf" dot={false}>
                  {t("always")}
                </Badge>
              )}
            </div>
            <p className={classes(text.t5, text.soft)}>{t(`kinds.${kind}.line`)}</p>
            {kind === "marketing" && (
              <Offers
                marketing={marketing}
                consented={consented}
                onConsent={(on) => {
                  const textVersion = marketing.textVersion;
                  void ask("consent", on, { marketing: { consented: on, textVersion } });
                }}
              />
            )}
            {!ours && (kind !== "marketing" || consented) && (
              <div className={classes(layout.card, layout.rows, css.ways)}>
                {channels.map(({ channel, wanted }) => {
                  const key = `${kind}-${channel}`;
                  return channel === "inbox" ? null : (
                    <Switch
                      key={key}
                      name={key}
                      checked={pressed.get(key) ?? wanted}
                      onChange={(on) => {
                        void ask(key, on, { preferences: [{ kind, channel, wanted: on }] });
                      }}
                    >
                      {t(`channels.${channel}`)}
                    </Switch>
                  );
                })}
              </div>
            )}
          </section>
        );
      })}
      {failure && (
        <div className={css.failure} ref={scrollIntoSight}>
          <FailedNote>{"said" in failure ? failure.said : t(`errors.${failure.key}`)}</FailedNote>
        </div>
      )}
    </>
  );
}

interface OffersProps {
  marketing: Preferences["marketing"];
  consented: boolean;
  onConsent(on: boolean): void;
}

/** The marketing consent, on its own, with the exact text that is stored as its proof. */
function Offers({ marketing, consented, onConsent }: OffersProps) {
  const { t } = useTranslation("messages");
  const language = useLanguage();
  return (
    <div className={classes(layout.card, css.consent)}>
      <Check name="marketing" checked={consented} wide onChange={onConsent}>
        {localized(marketing.text, language)}
      </Check>
      <p className={classes(text.t5, text.faint)} role="status">
        {marketing.given && t("given", { date: formatDate(marketing.given, language) })}
      </p>
    </div>
  );
}

/** Unsubscribe by the link in a message, without login. Needs a tap: link scanners open it too. */
export function UnsubscribeScreen() {
  const { t } = useTranslation("messages");
  const [query] = useSearchParams();
  const token = query.get("token") ?? "";
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const [failure, setFailure] = useState<Failure>();
  const stop = async () => {
    if (state === "busy") return;
    setState("busy");
    setFailure(undefined);
    const failed = await unsubscribe(token);
    setFailure(failed);
    setState(failed ? "asked" : "done");
  };
  const done = state === "done";
  // The button disappears after success.
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(done ? 0 : 1);
  const way = done ? "done" : token === "" ? "broken" : undefined;
  return (
    <Screen
      title={t("leave.title")}
      header="none"
      footer={
        !done &&
        token !== "" && (
          <Button block busy={state === "busy" && t("leave.busy")} onClick={() => void stop()}>
            {t("leave.go")}
          </Button>
        )
      }
    >
      <div className={css.page}>
        <Blossom size={110} />
        <h1 className={text.t2} ref={heading}>
          {t(way ? `leave.${way}Title` : "leave.title")}
        </h1>
        <p role="status">{t(`leave.${way ?? "text"}`)}</p>
        {failure && <FailedNote>{"said" in failure ? failure.said : t(`leave.${failure.key}`)}</FailedNote>}
        <ScreenLink className={text.link} to={paths.messages}>
          {t("leave.settings")}
        </ScreenLink>
      </div>
    </Screen>
  );
}
