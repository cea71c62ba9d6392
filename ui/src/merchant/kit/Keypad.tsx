import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { EraseIcon } from "../../kit/icons/icons-member";
import type { Key } from "../award/amount";
import css from "./Keypad.module.css";

const DIGITS: readonly Key[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** A touch keypad. Without `point` it has digits only. */
export function Keypad({ onPress, point = false }: { onPress(key: Key): void; point?: boolean }) {
  const { t } = useTranslation("counter");
  const pressed = (event: MouseEvent<HTMLButtonElement>, name: Key) => {
    onPress(name);
    // After a tap the focus would stay, and the keyboard's Enter would press this key again. Enter itself has no detail.
    if (event.detail > 0) event.currentTarget.blur();
  };
  const key = (name: Key) => (
    <button key={name} type="button" onClick={(event) => pressed(event, name)}>
      {name}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and needs a legend.
    <div className={css.keypad} role="group" aria-label={t("keypad.label")}>
      {DIGITS.map(key)}
      {point ? (
        <button
          type="button"
          className={css.plain}
          aria-label={t("keypad.point")}
          onClick={(event) => pressed(event, ".")}
        >
          .
        </button>
      ) : (
        <span />
      )}
      {key("0")}
      <button
        type="button"
        className={css.plain}
        aria-label={t("keypad.erase")}
        onClick={(event) => pressed(event, "erase")}
      >
        <EraseIcon />
      </button>
    </div>
  );
}

/** Maps a key of a physical keyboard to a keypad key, if there is one. */
export function keyOf(pressed: string): Key | undefined {
  if (pressed === "Backspace") return "erase";
  return [...DIGITS, "0" as const, "." as const].find((name) => name === pressed);
}
