import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReading } from "../../device/scanner/useReading";
import { classes } from "../../kit/classes";
import { CampaignIcon } from "../../kit/icons/icons-admin";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { ScanIcon } from "../../kit/icons/icons-home";
import { KeypadIcon, TorchIcon } from "../../kit/icons/icons-member";
import { ScannerTrouble } from "../../kit/scanner/ScannerTrouble";
import css from "./Camera.module.css";
import { ScannerGun } from "./ScannerGun";
import { TypedText, type TypedWords } from "./TypedText";
import { useCameraChoice } from "./useCameraChoice";
import { useScanner } from "./useScanner";
import { useTillKeys } from "./useTillKeys";

interface CameraProps {
  /** Says what to show to the camera. */
  title: string;
  typed: TypedWords;
  /** Another way on than a code, such as showing one. */
  more?: { action: string; onPress(): void };
  /** True if a code is typed by keys on the screen, which appear after a button was pressed. */
  keys?: boolean;
  /** True while codes are read. Otherwise this part of the page keeps its space. */
  on: boolean;
  busy: string | false;
  /** The reason why the last code was refused. */
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
  const [chosen, setChosen] = useCameraChoice();
  const [attempt, setAttempt] = useState(0);
  const [lit, setLit] = useState(false);
  // Counts reads: each read restarts the scan, so that a refused code can be shown again.
  const [looks, setLooks] = useState(0);
  const filming = chosen && !typing;
  const { failure, reading } = useReading(video, on && filming && !busy, attempt + looks, (text) => {
    setLooks((before) => before + 1);
    onText(text);
  });
  // Without a camera the field takes its place from the start.
  const missing = failure === "missing" || failure === "insecure";
  useEffect(() => {
    if (missing) setTyping(true);
  }, [missing]);
  useScanner(on && !busy, onText);
  useTillKeys(on && typing && !missing, { Escape: () => setTyping(false) });
  // Below the answer about a coupon its code stays in the field; the next customer finds an empty one.
  const fields = !filming && (keys ? typing : on);
  const film = () => {
    setTyping(false);
    setChosen(true);
  };
  return (
    <section className={classes(css.camera, filming && css.dark)} aria-label={title}>
      {on && filming && (
        <>
          <video ref={video} className={css.video} muted playsInline aria-label={t("camera")} />
          <div className={css.shade} />
        </>
      )}
      <div className={css.middle}>
        {failure && on && filming && !busy ? (
          <div className={css.trouble}>
            <ScannerTrouble typedOnly failure={failure} onRetry={() => setAttempt(attempt + 1)} />
          </div>
        ) : filming ? (
          on && <Corners />
        ) : (
          // The keys of a code need the space of the picture.
          !(keys && typing) && <ScannerGun />
        )}
      </div>
      <div className={css.foot}>
        <p className={css.title}>{title}</p>
        <div role="status" className={css.state}>
          {busy ? (
            <p>{busy}</p>
          ) : trouble && !fields ? (
            <p className={css.said}>{trouble}</p>
          ) : (
            on && !filming && !typing && <Ready />
          )}
        </div>
        {fields && (
          <TypedText words={typed} keys={keys} asked={typing} busy={busy} trouble={trouble} onText={onText} />
        )}
        {on && (
          <div className={css.ways}>
            {!fields && (
              <Way icon={<KeypadIcon size={22} />} name={typed.action} onPress={() => setTyping(true)} />
            )}
            {!filming && <Way icon={<ScanIcon size={22} />} name={t("backToCamera")} onPress={film} />}
            {more && <Way icon={<CampaignIcon size={22} />} name={more.action} onPress={more.onPress} />}
            {filming && reading?.hasTorch && (
              <Way
                icon={<TorchIcon size={22} />}
                name={lit ? t("torchOff") : t("torchOn")}
                pressed={lit}
                onPress={() => reading.toggleTorch().then(setLit, () => setLit(false))}
              />
            )}
            {filming && (
              <Way icon={<CloseIcon size={22} />} name={t("cameraOff")} onPress={() => setChosen(false)} />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface WayProps {
  icon: ReactNode;
  name: string;
  pressed?: boolean;
  onPress(): void;
}

function Way({ icon, name, pressed, onPress }: WayProps) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onPress}>
      {icon}
      {name}
    </button>
  );
}

function Ready() {
  const { t } = useTranslation("counter");
  return <p className={css.live}>{t("scanner.ready")}</p>;
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
