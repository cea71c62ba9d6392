import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { outletsQuery } from "../../catalogue/outlets/outlets";
import { ActionDialog } from "../../kit/ActionDialog";
import { Drawer } from "../../kit/AdminDialog";
import { EditDialog, Opened } from "../../kit/editor/EditDialog";
import type { Tagged } from "../../kit/editor/kinds";
import { useEditor } from "../../kit/editor/useEditor";
import { Facts } from "../../kit/Facts";
import { useMay } from "../../session";
import { ApiKeyFields } from "./ApiKeyFields";
import { useKeyState } from "./apiKeyState";
import { type ApiKey, type KeyForm, keys, keysChanged, revokeKey, SCOPES, scopesOf } from "./apiKeys";

interface ApiKeyDrawerProps {
  apiKey: ApiKey;
  /** The partner whose till uses the key. */
  partner: string;
  onClose(): void;
}

/** One API key: its scopes, networks, last use and expiry. */
export function ApiKeyDrawer({ apiKey, partner, onClose }: ApiKeyDrawerProps) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const state = useKeyState()(apiKey);
  const [doing, setDoing] = useState<"change" | "revoke">();
  const mayWrite = useMay("own");
  const outlet = useOutletOf(apiKey);
  const { scopes = [], networks = [], dailyCap, created, expires, lastUsed } = apiKey;
  const facts = [
    [t("keys.partner"), partner],
    [t("keys.outlet"), outlet],
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
      {mayWrite && !apiKey.revoked && (
        <div className={css.stack}>
          <Button kind="quiet" small block onClick={() => setDoing("change")}>
            {t("keys.change")}
          </Button>
          <Button kind="refuse" small block onClick={() => setDoing("revoke")}>
            {t("keys.revoke")}
          </Button>
        </div>
      )}
      {doing === "change" && (
        <Opened kind={keys} id={apiKey._id} title={t("keys.change")} onClose={() => setDoing(undefined)}>
          {(saved) => <ChangeKey saved={saved} onClose={() => setDoing(undefined)} />}
        </Opened>
      )}
      {doing === "revoke" && <Revoke apiKey={apiKey} onClose={() => setDoing(undefined)} />}
    </Drawer>
  );
}

/** The name of the outlet that a key is for; a dash until it is known, and for an outlet that was closed. */
function useOutletOf({ partnerId, outletId }: ApiKey): string {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const outlets = useQuery({ ...outletsQuery(partnerId), enabled: outletId !== undefined }).data;
  if (!outletId) return t("keys.allOutlets");
  const outlet = outlets?.find(({ _id }) => _id === outletId);
  return outlet ? localized(outlet.name, language) : "–";
}

function ChangeKey({ saved, onClose }: { saved: Tagged<ApiKey>; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const [tried, setTried] = useState(false);
  const editor = useEditor<ApiKey, KeyForm>({
    kind: keys,
    saved,
    form: (key) => ({
      name: key?.name ?? "",
      scopes: Object.fromEntries(SCOPES.map((scope) => [scope, key?.scopes?.includes(scope) ?? false])),
      networks: (key?.networks ?? []).join("\n"),
      dailyCap: key?.dailyCap ? String(key.dailyCap) : "",
    }),
    tidy: (form) => form,
    onSaved: ({ name }) => {
      showToast(t("keys.changed", { name }));
      onClose();
    },
    onHeld: onClose,
    passing: true,
  });
  const { draft, troubles } = editor;
  const nameless = draft.name.trim() === "";
  const label = (key: string) => {
    const scope = SCOPES.find((one) => key === `scopes.${one}`);
    if (scope) return t(`keys.scope.${scope}`);
    return t(key === "networks" || key === "dailyCap" ? `keys.${key}` : "keys.name");
  };
  return (
    <EditDialog
      title={t("keys.change")}
      submit={t("keys.save")}
      busy={t("keys.saving")}
      editor={editor}
      label={label}
      check={() => {
        setTried(true);
        return !nameless;
      }}
      onClose={onClose}
    >
      <ApiKeyFields
        field={(name) => ({
          name,
          value: draft[name],
          onChange: (typed) => editor.set({ ...draft, [name]: typed }),
          onBlur: () => setTried(true),
        })}
        error={(name) => (name === "name" && tried && nameless ? t("keys.nameRequired") : troubles[name])}
        scopes={scopesOf(draft)}
        onScopes={(chosen) =>
          editor.set({
            scopes: Object.fromEntries(SCOPES.map((scope) => [scope, chosen.includes(scope)])),
          })
        }
      />
    </EditDialog>
  );
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  return (
    <ActionDialog
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
    </ActionDialog>
  );
}
