import type { MessageText } from "./programme";

/** Ways by which a member is told; a key begins with one. */
export const CHANNELS = ["inbox", "push", "mail", "sms"] as const;

export type Channel = (typeof CHANNELS)[number];

/** Parts of a message in the order in which people read them; what is inserted into them comes last. */
const PARTS = ["title", "subject", "body", "text"] as const;

export type Part = (typeof PARTS)[number] | "inserted";

/** The event of texts that stand in every email, such as its footer. */
const EVERY_MAIL = "everyMail";

/** The texts that one channel sends for an event. */
export interface Message {
  channel: Channel;
  /** The title comes before the body. */
  texts: MessageText[];
}

/** Something that members or staff are told of. */
export interface MessageEvent {
  name: string;
  messages: Message[];
}

/** The event of a text such as `mail.code.subject`, and its part of the message. */
export function placeOf(key: string): { channel: Channel | undefined; event: string; part: Part } {
  const [first, second = "", third] = key.split(".");
  const channel = CHANNELS.find((one) => one === first);
  if (channel === "mail" && third === undefined) return { channel, event: EVERY_MAIL, part: "inserted" };
  // An SMS has no title.
  const part = channel === "sms" ? "text" : (PARTS.find((one) => one === third) ?? "inserted");
  return { channel, event: second, part };
}

const rank = ({ key }: MessageText) => {
  const { part } = placeOf(key);
  return part === "inserted" ? PARTS.length : PARTS.indexOf(part);
};

/** The texts by event, in the order of the events' names; the parts of every email come last. */
export function eventsOf(texts: readonly MessageText[]): MessageEvent[] {
  const events = new Map<string, Map<Channel, MessageText[]>>();
  for (const text of texts) {
    const { channel, event } = placeOf(text.key);
    if (!channel) continue;
    const messages = events.get(event) ?? new Map<Channel, MessageText[]>();
    messages.set(channel, [...(messages.get(channel) ?? []), text]);
    events.set(event, messages);
  }
  const names = [...events.keys()].sort(
    (left, right) =>
      Number(left === EVERY_MAIL) - Number(right === EVERY_MAIL) ||
      (left < right ? -1 : left > right ? 1 : 0),
  );
  return names.map((name) => ({
    name,
    messages: CHANNELS.flatMap((channel) => {
      const found = events.get(name)?.get(channel);
      return found ? [{ channel, texts: found.sort((left, right) => rank(left) - rank(right)) }] : [];
    }),
  }));
}

/** The messages of a channel, if one is named, that `fits` accepts; events without any are left out. */
export function narrowed(
  events: readonly MessageEvent[],
  channel: Channel | undefined,
  fits: (event: MessageEvent, message: Message) => boolean,
): MessageEvent[] {
  return events
    .map((event) => ({
      ...event,
      messages: event.messages.filter(
        (message) => (!channel || message.channel === channel) && fits(event, message),
      ),
    }))
    .filter(({ messages }) => messages.length > 0);
}
