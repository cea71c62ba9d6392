import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { showToast } from "../../components/Toaster";
import { LANGUAGES, localized, pageTagOf, useLanguage } from "../../i18n/language";
import { AskDialog } from "../components/AskDialog";
import { nothing, tidyOptional, tidyText, withText } from "../content/localized";
import css from "../desk.module.css";
import { LoadButton } from "../loading/LoadButton";
import {
  addOutlet,
  changeOutlet,
  closeOutlet,
  countersChanged,
  type Outlet,
  outletsLoading,
  outletsQuery,
  versionOf,
} from "./counters";
import { KeepDialog } from "./KeepDialog";
import { Of, Part } from "./Part";

interface OutletsProps {
  partner: string;
  mayWrite: boolean;
  mayClose: boolean;
}

/** The places where a partner serves customers. */
export function Outlets({ partner, mayWrite, mayClose }: OutletsProps) {
  const { t } = useTranslation("deskCounters");
  const language = useLanguage();
  const [editing, setEditing] = useState<Outlet | "new">();
  const [closing, setClosing] = useState<Outlet>();
  return (
    <>
      <Part
        title={t("outlets")}
        path={`/api/admin/partners/${partner}/outlets`}
        none={t("noOutlets")}
        of={useQuery(outletsQuery(partner))}
        add={
          mayWrite && (
            <>
              <LoadButton list={outletsLoading(partner)} name={t("outlets")} />
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
      {editing && (
        <OutletDialog
          partner={partner}
          outlet={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {closing && (
        <AskDialog
          title={t("closeTitle", { name: localized(closing.name, language) })}
          submit={t("closeOutlet")}
          busy={t("busy")}
          onClose={() => setClosing(undefined)}
          act={async () => {
            await closeOutlet(closing._id);
            countersChanged();
            showToast(t("closed", { name: localized(closing.name, language) }));
            setClosing(undefined);
          }}
        >
          <p>{t("closeText")}</p>
        </AskDialog>
      )}
    </>
  );
}

interface OutletDialogProps {
  partner: string;
  outlet: Outlet | undefined;
  onClose(): void;
}

function OutletDialog({ partner, outlet, onClose }: OutletDialogProps) {
  const { t } = useTranslation("deskCounters");
  const { t: common } = useTranslation("desk");
  const [name, setName] = useState(outlet?.name ?? nothing);
  const [address, setAddress] = useState(outlet?.address ?? nothing);
  // Asked for as the dialog opens: what others save from then on is not overwritten.
  const version = useQuery({
    queryKey: ["outlet-version", outlet?._id],
    queryFn: () => versionOf(outlet?._id ?? ""),
    enabled: outlet !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const keep = async () => {
    const place = tidyOptional(address);
    const body = { name: tidyText(name), ...(place ? { address: place } : {}) };
    // Whoever is quicker than the line waits for it.
    if (outlet) await changeOutlet(outlet._id, version.data ?? (await version.refetch()).data ?? "", body);
    else await addOutlet(partner, body);
    countersChanged();
    showToast(t("outletKept", { name: name.en }));
    onClose();
  };
  return (
    <KeepDialog
      title={outlet ? t("editOutlet") : t("addOutlet")}
      submit={t("saveOutlet")}
      sound={name.en.trim() !== ""}
      onClose={onClose}
      keep={keep}
    >
      {(wrong) =>
        LANGUAGES.map((language) => (
          <div key={language} lang={pageTagOf(language)}>
            <Field
              name={`name.${language}`}
              label={t("outletName")}
              aside={common(`languages.${language}`)}
              value={name[language] ?? ""}
              maxLength={120}
              required={language === "en"}
              autoComplete="off"
              error={wrong && language === "en" ? t("required") : undefined}
              onChange={(text) => setName(withText(name, language, text))}
            />
            <Field
              name={`address.${language}`}
              label={t("outletAddress")}
              aside={common(`languages.${language}`)}
              value={address[language] ?? ""}
              maxLength={500}
              autoComplete="off"
              onChange={(text) => setAddress(withText(address, language, text))}
            />
          </div>
        ))
      }
    </KeepDialog>
  );
}
