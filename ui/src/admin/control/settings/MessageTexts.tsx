import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { useLocalPages } from "../../kit/pages";
import { AnyOf, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { useWireWords } from "../../kit/wireWords";
import own from "./MessageTexts.module.css";
import { CHANNELS, eventsOf, type Message, type MessageEvent, narrowed, placeOf } from "./messageEvents";
import { type MessageText, textsQuery } from "./programme";
import { TextDrawer } from "./TextDrawer";

/** Texts of emails, SMS, push messages and inbox messages by event: the programme's own or the built-in ones. */
export function MessageTexts() {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const words = useWireWords("adminSettings");
  const { get, change } = useAddress();
  const texts = useQuery(textsQuery());
  const [open, setOpen] = useState<string>();
  const q = get("q");
  const channel = CHANNELS.find((one) => one === get("channel"));
  const shown = (text: MessageText) => localized(text.own ?? text.builtIn, language);
  const nameOf = ({ name }: MessageEvent) => words(`texts.events.${name}`) ?? name;
  const wanted = q.trim().toLowerCase();
  const fits = (event: MessageEvent, { texts }: Message) =>
    [nameOf(event), ...texts.map((text) => `${text.key} ${shown(text)}`)].some((said) =>
      said.toLowerCase().includes(wanted),
    );
  const pages = useLocalPages(`texts ${channel} ${wanted}`, {
    ...texts,
    data: texts.data && narrowed(eventsOf(texts.data), channel, fits),
  });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <h2>{t("texts.title")}</h2>
      <div className={`${css.tools} ${own.tools}`}>
        <SearchBox label={t("texts.search")} value={q} onSearch={(text) => change({ q: text })} />
        <AnyOf
          label={t("texts.channel")}
          any={t("texts.allChannels")}
          of={CHANNELS}
          word={(value) => t(`texts.channels.${value}`)}
          value={channel}
          onChoose={(value) => change({ channel: value })}
        />
      </div>
      <DataTable
        label={t("texts.title")}
        pages={pages}
        rowKey={({ name }) => name}
        chosen={({ messages }) => messages.some(({ texts }) => texts.some(({ key }) => key === open))}
        failed={t("texts.failed")}
        empty={{ picture: <EmptySearch />, title: t("texts.none"), text: t("texts.noneText") }}
        columns={[
          {
            key: "event",
            head: t("texts.event"),
            from: "medium",
            cell: (event) => <b className={own.event}>{nameOf(event)}</b>,
          },
          {
            key: "messages",
            head: t("texts.messages"),
            cell: (event) => (
              <>
                <b className={css.goneMedium}>{nameOf(event)}</b>
                {event.messages.map((message) => (
                  <MessageParts key={message.channel} message={message} shown={shown} onOpen={setOpen} />
                ))}
              </>
            ),
          },
        ]}
      />
      {open && <TextDrawer key={open} name={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

interface MessagePartsProps {
  message: Message;
  shown(text: MessageText): string;
  onOpen(key: string): void;
}

/** The texts that one channel sends: the title and the body together. */
function MessageParts({ message: { channel, texts }, shown, onOpen }: MessagePartsProps) {
  const { t } = useTranslation("adminSettings");
  return (
    <div className={own.message}>
      <span className={own.channel}>{t(`texts.channels.${channel}`)}</span>
      <ul className={own.parts}>
        {texts.map((text) => (
          <li key={text.key}>
            <button type="button" className={own.part} onClick={() => onOpen(text.key)}>
              <span className={own.label}>{t(`texts.parts.${placeOf(text.key).part}`)} </span>
              <span className={own.words}>{shown(text).split("\n")[0]}</span>
            </button>
            {text.own && (
              <Badge tone="leaf" dot={false}>
                {t("texts.own")}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
