import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Provider, type Shown, showWidget } from "../../device/captchaWidget";
import { useLanguage } from "../../i18n/language";
import { Button } from "../buttons/Button";
import { Note } from "../screen/Paper";
import css from "./CaptchaWidget.module.css";

// Language tags as the providers spell them.
const THEIR_TAGS = { en: "en", zh: "zh-CN", zhhk: "zh-TW" } as const;

interface PersonWidgetProps {
  provider: Provider;
  siteKey: string;
  /** The number of used answers. An increase shows a new challenge. */
  round: number;
  onAnswer(answer: string | undefined): void;
}

/** A captcha of another provider, in place of our own. */
export function CaptchaWidget({ provider, siteKey, round, onAnswer }: PersonWidgetProps) {
  const { t } = useTranslation("signup");
  const language = THEIR_TAGS[useLanguage()];
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown>(undefined);
  const hear = useRef(onAnswer);
  hear.current = onAnswer;
  const [state, setState] = useState<"loading" | "there" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const at = place.current;
    if (!at) return;
    let gone = false;
    setState("loading");
    const answer = (text?: string) => !gone && hear.current(text);
    const trade = { answered: (text: string) => answer(text), lost: () => answer() };
    showWidget(at, { provider, siteKey, language }, trade).then(
      (found) => {
        if (gone) return found.remove();
        shown.current = found;
        setState("there");
      },
      () => !gone && setState("failed"),
    );
    return () => {
      gone = true;
      shown.current?.remove();
      shown.current = undefined;
    };
  }, [provider, siteKey, language, attempt]);

  useEffect(() => {
    if (round > 0) shown.current?.again();
  }, [round]);

  return (
    <div className={css.widget} aria-busy={state === "loading"}>
      <p className={css.words} role="status">
        {state === "loading" && t("person.loading")}
      </p>
      {/* React must not touch the content, which the provider's script writes. */}
      <div ref={place} className={css.place} />
      {state === "failed" && (
        <Note tone="plum">
          <p>{t("person.notLoaded")}</p>
          <Button kind="quiet" small onClick={() => setAttempt((last) => last + 1)}>
            {t("person.loadAgain")}
          </Button>
        </Note>
      )}
    </div>
  );
}
