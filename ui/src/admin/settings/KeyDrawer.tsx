import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Badge, Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { useForm } from "../../components/useForm";
import { formatDate, formatDateTime, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { AskDialog } from "../components/AskDialog";
import { Drawer, FormDialog } from "../components/DeskDialog";
import { Facts } from "../components/Facts";
import { fieldTroubles, tellWaiting, useTrouble } from "../components/trouble";
import css from "../desk.module.css";
import { KeyTerms } from "./KeyTerms";
import { useKeyState } from "./keyState";
import { type ApiKey, changeKey, type KeyValues, keysChanged, revokeKey, type Scope, termsOf } from "./keys";

interface KeyDrawerProps {
  apiKey: ApiKey;
  /** Whose till it is for. */
  partner: string;
  onClose(): void;
}

/** One key: what it may do, from where, when it was last used, and its end. */
export function KeyDrawer({ apiKey, partner, onClose }: KeyDrawerProps) {
  const { t } = useTranslation("deskSettings");
  const language = useLanguage();
  const state = useKeyState()(apiKey);
  const [doing, setDoing] = useState<"change" | "revoke">();
  const { scopes = [], networks = [], dailyCap, created, expires, lastUsed } = apiKey;
  const facts = [
    [t("keys.partner"), partner],
    [t("keys.scopes"), scopes.map((scope) => t(`keys.scopeShort.${scope}`)).join(" · ")],
    [t("keys.networks"), networks.join(" · ") || t("keys.anywhere")],
    [t("keys.dailyCap"), dailyCap ? formatPoints(dailyCap) : t("keys.noCap")],
    [t("keys.created"), formatDateTime(created, language)],
    [t("keys.expires"), formatDate(expires, language)],
    [t("keys.lastUsed"), lastUsed ? formatDateTime(lastUsed, language) : t("keys.never")],
  ] as const;
  return (
    <Drawer
      title={apiKey.name}
      line={
        <Badge tone={state.tone} dot={false}>
          {state.label}
        </Badge>
      }
      onClose={onClose}
    >
      <Facts facts={facts} />
      {!apiKey.revoked && (
        <div className={css.stack}>
          <Button kind="quiet" small block onClick={() => setDoing("change")}>
            {t("keys.change")}
          </Button>
          <Button kind="refuse" small block onClick={() => setDoing("revoke")}>
            {t("keys.revoke")}
          </Button>
        </div>
      )}
      {doing === "change" && <ChangeKey apiKey={apiKey} onClose={() => setDoing(undefined)} />}
      {doing === "revoke" && <Revoke apiKey={apiKey} onClose={() => setDoing(undefined)} />}
    </Drawer>
  );
}

function ChangeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const say = useTrouble();
  const [error, setError] = useState<unknown>();
  const [scopes, setScopes] = useState<readonly Scope[]>(apiKey.scopes ?? []);
  const form = useForm<KeyValues, "nameRequired">({
    initial: {
      name: apiKey.name,
      partnerId: apiKey.partnerId,
      networks: (apiKey.networks ?? []).join("\n"),
      dailyCap: apiKey.dailyCap ? String(apiKey.dailyCap) : "",
      days: "",
    },
    check: ({ name }) => (name.trim() ? {} : { name: "nameRequired" }),
    submit: async (values) => {
      setError(undefined);
      try {
        await changeKey(apiKey._id, termsOf(values, scopes));
        showToast(t("keys.changed", { name: values.name.trim() }));
        void keysChanged();
        onClose();
      } catch (failure) {
        if (tellWaiting(failure)) onClose();
        else setError(failure);
      }
    },
  });
  const refused = fieldTroubles(error);
  return (
    <FormDialog
      title={t("keys.change")}
      submit={t("keys.save")}
      busy={form.busy && t("keys.saving")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <KeyTerms
        field={form.field}
        error={(name) => (name === "name" && form.error("name") ? t("keys.nameRequired") : refused[name])}
        scopes={scopes}
        onScopes={setScopes}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  return (
    <AskDialog
      title={t("keys.revokeTitle", { name: apiKey.name })}
      submit={t("keys.revoke")}
      busy={t("keys.revoking")}
      onClose={onClose}
      act={async () => {
        await revokeKey(apiKey._id);
        showToast(t("keys.revokedToast", { name: apiKey.name }));
        void keysChanged();
        onClose();
      }}
    >
      <p>{t("keys.revokeText")}</p>
    </AskDialog>
  );
}
