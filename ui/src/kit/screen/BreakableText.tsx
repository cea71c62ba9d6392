import { Fragment } from "react";

/** A long address or name: breaks after @ or punctuation, and keeps the direction of the text around it. */
export function BreakableText({ text }: { text: string }) {
  return (
    <bdi>
      {text.split(text.includes("@") ? /(?<=@)/ : /(?<=[._-])/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
