import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, localized, pageTagOf, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { EditDialog, Opened } from "../../kit/editor/EditDialog";
import type { Tagged } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText, withText } from "../../kit/editor/localized";
import { useEditor } from "../../kit/editor/useEditor";
import { ImportButton } from "../../kit/import/ImportButton";
import { ListSection, Of } from "./ListSection";
import {
  closeOutlet,
  type Outlet,
  type OutletInput,
  outletsChanged,
  outletsImport,
  outletsOf,
  outletsQuery,
} from "./outlets";
import { ReachFields } from "./ReachFields";

interface OutletsProps {
  partner: string;
  mayWrite: boolean;
  mayClose: boolean;
}

/** The outlets where a partner serves customers. */
export function Outlets({ partner, mayWrite, mayClose }: OutletsProps) {
  const { t } = useTranslation("adminCounters");
  const language = useLanguage();
  const [editing, setEditing] = useState<Outlet | "new">();
  const [closing, setClosing] = useState<Outlet>();
  return (
    <>
      <ListSection
        title={t("outlets")}
        path={`/api/admin/partners/${partner}/outlets`}
        none={t("noOutlets")}
        picture={<ClosedShop />}
        of={useQuery(outletsQuery(partner))}
        add={
          mayWrite && (
            <>
              <ImportButton list={outletsImport(partner, mayClose)} name={t("outlets")} />
              <Button kind="quiet" small onClick={() => setEditing("new")}>
                {t("addOutlet")}
              </Button>
            </>
          )
        }
        row={(outlet) => (
          <>
            <span>
              {localized(outlet.name, language)}
              {outlet.address?.en && <span className={css.two}>{localized(outlet.address, language)}</span>}
            </span>
            {mayWrite && (
              <Button kind="text" small onClick={() => setEditing(outlet)}>
                {t("editOutlet")}
                <Of>{localized(outlet.name, language)}</Of>
              </Button>
            )}
            {mayClose && (
              <Button kind="text" small onClick={() => setClosing(outlet)}>
                {t("closeOutlet")}
                <Of>{localized(outlet.name, language)}</Of>
              </Button>
            )}
          </>
        )}
      />
      {editing === "new" && (
        <OutletDialog partner={partner} saved={undefined} onClose={() => setEditing(undefined)} />
      )}
      {editing && editing !== "new" && (
        <Opened
          kind={outletsOf(partner)}
          id={editing._id}
          title={t("editOutlet")}
          onClose={() => setEditing(undefined)}
        >
          {(saved) => <OutletDialog partner={partner} saved={saved} onClose={() => setEditing(undefined)} />}
        </Opened>
      )}
      {closing && (
        <ActionDialog
          title={t("closeTitle", { name: localized(closing.name, language) })}
          submit={t("closeOutlet")}
          busy={t("busy")}
          onClose={() => setClosing(undefined)}
          act={async () => {
            await closeOutlet(closing._id);
            outletsChanged();
            showToast(t("closed", { name: localized(closing.name, language) }));
            setClosing(undefined);
          }}
        >
          <p>{t("closeText")}</p>
        </ActionDialog>
      )}
    </>
  );
}

const OTHER_FIELDS = ["district", "position", "phone", "hours"] as const;

interface OutletDialogProps {
  partner: string;
  /** Absent for a new record. */
  saved: Tagged<Outlet> | undefined;
  onClose(): void;
}

function OutletDialog({ partner, saved, onClose }: OutletDialogProps) {
  const { t } = useTranslation("adminCounters");
  const { t: common } = useTranslation("admin");
  const [tried, setTried] = useState(false);
  const [placed, setPlaced] = useState(true);
  const editor = useEditor<Outlet, OutletInput>({
    kind: outletsOf(partner),
    saved,
    form: (outlet) => ({
      name: outlet?.name ?? nothing,
      address: outlet?.address ?? nothing,
      district: outlet?.district ?? null,
      position: outlet?.position ?? null,
      phone: outlet?.phone ?? "",
      hours: outlet?.hours ?? [],
    }),
    tidy: ({ address, name, ...rest }) => {
      const place = tidyOptional(address);
      return { ...rest, name: tidyText(name), ...(place ? { address: place } : {}) };
    },
    onSaved: ({ name }) => {
      showToast(t("outletKept", { name: name.en }));
      onClose();
    },
    passing: true,
  });
  const { name, address } = editor.draft;
  const named = name.en.trim() !== "";
  const sound = named && placed;
  const label = (key: string) => {
    const language = LANGUAGES.find((one) => key.endsWith(`.${one}`)) ?? "en";
    const other = OTHER_FIELDS.find((one) => key.startsWith(one));
    if (other) return t(`outletFields.${other}`);
    const field = t(key.startsWith("name") ? "outletName" : "outletAddress");
    return `${field} (${common(`languages.${language}`)})`;
  };
  return (
    <EditDialog
      title={saved ? t("editOutlet") : t("addOutlet")}
      submit={t("saveOutlet")}
      busy={t("busy")}
      editor={editor}
      label={label}
      check={() => {
        setTried(true);
        return sound;
      }}
      onClose={onClose}
    >
      {LANGUAGES.map((language) => (
        <div key={language} lang={pageTagOf(language)}>
          <Field
            name={`name.${language}`}
            label={t("outletName")}
            aside={common(`languages.${language}`)}
            value={name[language] ?? ""}
            maxLength={120}
            required={language === "en"}
            autoComplete="off"
            error={tried && !named && language === "en" ? t("required") : undefined}
            onChange={(text) => editor.set({ name: withText(name, language, text) })}
          />
          <Field
            name={`address.${language}`}
            label={t("outletAddress")}
            aside={common(`languages.${language}`)}
            value={address?.[language] ?? ""}
            maxLength={500}
            autoComplete="off"
            onChange={(text) => editor.set({ address: withText(address, language, text) })}
          />
        </div>
      ))}
      <ReachFields
        outlet={editor.draft}
        refused={editor.troubles}
        onChange={editor.set}
        onReadable={setPlaced}
      />
    </EditDialog>
  );
}
