import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReading } from "../../device/scanner/useReading";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { CampaignIcon } from "../../kit/icons/icons-admin";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { ScanIcon } from "../../kit/icons/icons-home";
import { KeypadIcon, TorchIcon } from "../../kit/icons/icons-member";
import { ScannerTrouble } from "../../kit/scanner/ScannerTrouble";
import { CodeKeys } from "../coupon/CodeKeys";
import css from "./Camera.module.css";
import { useCameraChoice } from "./useCameraChoice";
import { useScanner } from "./useScanner";

interface CameraProps {
  /** Says what to show to the camera. */
  title: string;
  /** Labels of the manual input. */
  typed: { action: string; label: string; hint: string; required: string; submit: string };
  /** Another way on than a code, such as showing one. */
  more?: { action: string; onPress(): void };
  /** Whether to show the keys of a coupon's short code below the field. */
  keys?: boolean;
  /** Whether the camera scans now; its space is kept when it is off. */
  on: boolean;
  busy: string | false;
  /** Why the last code was refused. */
  trouble?: string | undefined;
  onText(text: string): void;
}

/**
 * Reads codes as part of the page: by a scanner at any time, by typing, and by the camera once somebody has turned it
 * on at this till.
 */
export function Camera({ title, typed, more, keys = false, on, busy, trouble, onText }: CameraProps) {
  const { t } = useTranslation("scan");
  const video = useRef<HTMLVideoElement>(null);
  const [typing, setTyping] = useState(false);
  const [filming, setFilming] = useCameraChoice();
  const [attempt, setAttempt] = useState(0);
  const [lit, setLit] = useState(false);
  // Counts reads: each read restarts the scan, so that a refused code can be shown again.
  const [looks, setLooks] = useState(0);
  const { failure, reading } = useReading(
    video,
    on && filming && !typing && !busy,
    attempt + looks,
    (text) => {
      setLooks((before) => before + 1);
      onText(text);
    },
  );
  // Without a camera the field takes its place from the start.
  const missing = failure === "missing" || failure === "insecure";
  useEffect(() => {
    if (missing) setTyping(true);
  }, [missing]);
  useScanner(on && !busy, onText);
  return (
    <section className={css.camera} aria-label={title}>
      {on && filming && !typing && (
        <video ref={video} className={css.video} muted playsInline aria-label={t("camera")} />
      )}
      <div className={css.shade} />
      <div className={css.middle}>
        {typing ? (
          <TypedText words={typed} keys={keys} busy={busy} trouble={trouble} onText={onText} />
        ) : failure && on && filming && !busy ? (
          <div className={css.trouble}>
            <ScannerTrouble typedOnly failure={failure} onRetry={() => setAttempt(attempt + 1)} />
          </div>
        ) : (
          on && (filming ? <Corners /> : <Ready />)
        )}
      </div>
      <div className={css.foot}>
        {!typing && <p className={css.title}>{title}</p>}
        <div role="status">
          {busy && <p>{busy}</p>}
          {trouble && !typing && !busy && <p className={css.said}>{trouble}</p>}
        </div>
        <div className={css.ways}>
          {!typing && (
            <button type="button" onClick={() => setTyping(true)}>
              <KeypadIcon size={22} />
              {typed.action}
            </button>
          )}
          {(typing || !filming) && (
            <button
              type="button"
              onClick={() => {
                setTyping(false);
                setFilming(true);
              }}
            >
              <ScanIcon size={22} />
              {t("backToCamera")}
            </button>
          )}
          {more && on && (
            <button type="button" onClick={more.onPress}>
              <CampaignIcon size={22} />
              {more.action}
            </button>
          )}
          {reading?.hasTorch && !typing && (
            <button
              type="button"
              aria-pressed={lit}
              onClick={() => reading.toggleTorch().then(setLit, () => setLit(false))}
            >
              <TorchIcon size={22} />
              {lit ? t("torchOff") : t("torchOn")}
            </button>
          )}
          {on && filming && !typing && (
            <button type="button" onClick={() => setFilming(false)}>
              <CloseIcon size={22} />
              {t("cameraOff")}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

/** The content in place of the camera's picture; a scanner works without a button. */
function Ready() {
  const { t } = useTranslation("counter");
  return (
    <div className={css.ready}>
      <ScanIcon size={72} petal />
      <p>{t("scanner.ready")}</p>
    </div>
  );
}

function Corners() {
  return (
    <svg className={css.corners} viewBox="-135 -135 270 270" aria-hidden="true">
      {[0, 90, 180, 270].map((turn) => (
        <path key={turn} d="M-125-84V-105A20 20 0 0 1-105-125H-84" transform={`rotate(${turn})`} />
      ))}
    </svg>
  );
}

interface TypedTextProps {
  words: CameraProps["typed"];
  keys: boolean;
  busy: string | false;
  trouble: string | undefined;
  onText(text: string): void;
}

function TypedText({ words, keys, busy, trouble, onText }: TypedTextProps) {
  const [tried, setTried] = useState("");
  const form = useForm<{ text: string }, "required">({
    initial: { text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: "required" } : {}),
    submit: async ({ text }) => {
      setTried(text);
      onText(text.trim());
    },
  });
  const error = form.error("text") && words.required;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // On a touch screen, focus would open the on-screen keyboard over these keys.
    if (!keys || matchMedia("(pointer: fine)").matches) box.current?.querySelector("input")?.focus();
  }, [keys]);
  return (
    <form className={css.card} onSubmit={form.onSubmit} noValidate>
      <div ref={box}>
        <Field
          {...form.field("text")}
          label={words.label}
          hint={words.hint}
          autoComplete="off"
          verbatim
          maxLength={200}
          required
          error={error ?? (form.values.text === tried ? trouble : undefined)}
        />
      </div>
      {keys && <CodeKeys typed={form.values.text} onType={(text) => form.set("text", text)} />}
      <div className={css.send}>
        <Button type="submit" block busy={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
