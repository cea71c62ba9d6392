import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { useLocalPages } from "../../kit/pages";
import { SearchBox } from "../../kit/Tools";
import { type MessageText, textsQuery } from "./programme";
import { TextDrawer } from "./TextDrawer";

/** Texts of e-mails, SMS and inbox messages: the programme's own or the built-in ones. */
export function MessageTexts() {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const texts = useQuery(textsQuery());
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState<string>();
  const shown = (text: MessageText) => localized(text.own ?? text.builtIn, language);
  const matching = texts.data?.filter((text) =>
    `${text.key} ${shown(text)}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const pages = useLocalPages(`texts ${wanted}`, { ...texts, data: matching });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("texts.title")}</h2>
        <SearchBox label={t("texts.search")} value={wanted} onSearch={setWanted} />
      </div>
      <DataTable
        label={t("texts.title")}
        pages={pages}
        rowKey={({ key }) => key}
        chosen={({ key }) => key === open}
        failed={t("texts.failed")}
        empty={{ title: t("texts.none"), text: t("texts.noneText") }}
        columns={[
          {
            key: "text",
            head: t("texts.text"),
            cell: (text) => (
              <>
                <button type="button" className={css.open} onClick={() => setOpen(text.key)}>
                  {shown(text).split("\n")[0]}
                </button>
                <span className={css.two}>{text.key}</span>
              </>
            ),
          },
          {
            key: "own",
            head: t("texts.whose"),
            from: "small",
            cell: ({ own }) => (
              <Badge tone={own ? "leaf" : "plain"} dot={false}>
                {t(own ? "texts.own" : "texts.builtIn")}
              </Badge>
            ),
          },
        ]}
      />
      {open && <TextDrawer key={open} name={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}
