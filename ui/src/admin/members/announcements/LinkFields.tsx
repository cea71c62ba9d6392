import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, tongueOf, useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { BinIcon } from "../../../kit/icons/icons-admin";
import css from "../../admin.module.css";
import { PictureField } from "../../kit/editor/PictureField";
import { Select } from "../../kit/Inputs";
import { useRested } from "../../kit/useRested";
import type { AnnouncementInput } from "./announcements";
import own from "./LinkFields.module.css";
import { foundTargets, LINK_KINDS, type LinkKind, useTarget } from "./targets";

interface LinkFieldsProps {
  draft: AnnouncementInput;
  disabled: boolean;
  error(field: string): string | undefined;
  onChange(change: Pick<AnnouncementInput, "link" | "picture">): void;
}

/** The fields for the link that a tap on the announcement opens, and for its picture. */
export function LinkFields({ draft, disabled, error, onChange }: LinkFieldsProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { link, picture = "" } = draft;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("opens.title")}</h2>
      </div>
      <div className={css.stack}>
        <Select<LinkKind | "">
          name="link.kind"
          label={t("opens.kind")}
          value={link?.kind ?? ""}
          disabled={disabled}
          error={error("link.kind")}
          hint={t(link ? `opens.how.${link.kind}` : "opens.how.nothing")}
          options={[
            { value: "", label: t("opens.kinds.nothing") },
            ...LINK_KINDS.map((value) => ({ value, label: t(`opens.kinds.${value}`) })),
          ]}
          onChange={(kind) => onChange({ link: kind === "" ? undefined : { kind, id: "" } })}
        />
        {link && (
          <Target
            key={link.kind}
            kind={link.kind}
            id={link.id}
            disabled={disabled}
            error={error("link.id") ?? error("link")}
            onChoose={(id) => onChange({ link: { kind: link.kind, id } })}
          />
        )}
        <PictureField
          label={t("fields.picture")}
          hint={t("opens.picture")}
          value={picture}
          aspect={1.6}
          disabled={disabled}
          error={error("picture")}
          onChange={(path) => onChange({ picture: path })}
        />
      </div>
    </section>
  );
}

interface TargetProps {
  kind: LinkKind;
  id: string;
  disabled: boolean;
  error: string | undefined;
  onChoose(id: string): void;
}

/** The chosen record, or the search for one. */
function Target({ kind, id, disabled, error, onChoose }: TargetProps) {
  const { t } = useTranslation("adminAnnouncements");
  const language = useLanguage();
  const target = useTarget(id ? { kind, id } : undefined);
  if (!id) return <Search kind={kind} disabled={disabled} error={error} onChoose={onChoose} />;
  const name = target.data?.name;
  return (
    <Field
      name="link.id"
      label={t(`opens.kinds.${kind}`)}
      value={name ? localized(name, language) : target.isError ? t("opens.gone") : ""}
      locked={!disabled}
      disabled={disabled}
      error={error ?? (target.data && !target.data.open ? t("opens.hidden") : undefined)}
      onChange={() => {}}
      beside={
        !disabled && (
          <IconButton label={t("opens.other")} onClick={() => onChoose("")}>
            <BinIcon size={20} />
          </IconButton>
        )
      }
    />
  );
}

/** Finds records by a part of their name. Without a text, it lists the newest. */
function Search({ kind, disabled, error, onChoose }: Omit<TargetProps, "id">) {
  const { t } = useTranslation("adminAnnouncements");
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const q = useRested(typed.trim());
  const found = useQuery({ ...foundTargets(kind, q), placeholderData: keepPreviousData, enabled: !disabled });
  const rows = found.data ?? [];
  return (
    <div className={css.stack}>
      <Field
        name="link.id"
        label={t(`opens.search.${kind}`)}
        value={typed}
        maxLength={100}
        autoComplete="off"
        disabled={disabled}
        error={error ?? (found.isError ? t("opens.failed") : undefined)}
        onChange={setTyped}
      />
      <p role="status" className={css.soft}>
        {found.isSuccess && rows.length === 0 && t("opens.none")}
      </p>
      {rows.length > 0 && (
        <ul className={own.found} aria-label={t(`opens.kinds.${kind}`)}>
          {rows.map(({ _id, name, scheduled }) => (
            <li key={_id}>
              <button type="button" onClick={() => onChoose(_id)}>
                <span lang={tongueOf(name, language)}>{localized(name, language)}</span>
                {scheduled && <small>{t("opens.scheduled")}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
