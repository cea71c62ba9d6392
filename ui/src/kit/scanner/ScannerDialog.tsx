import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReading } from "../../device/scanner/useReading";
import { IconButton } from "../buttons/Button";
import { FullScreen } from "../dialog/FullScreen";
import { CloseIcon } from "../icons/icons-basic";
import { TorchIcon, TurnCameraIcon } from "../icons/icons-member";
import { Blossom } from "../screen/Blossom";
import { OtherWays } from "./OtherWays";
import css from "./ScannerDialog.module.css";
import { ScannerTrouble } from "./ScannerTrouble";
import { TypedCode } from "./TypedCode";

interface ScannerDialogProps {
  title: string;
  /** The first code scanned, found in an image or typed. The camera is off by then. */
  onText(text: string): void;
  onClose(): void;
  /** The label while the code is being processed; nothing else is possible then. */
  busy?: string | false;
  /** Initial text of the input, if any. */
  typed?: string;
  /** The code that was typed and refused before: initial text when the input opens. */
  refused?: string | undefined;
  /** Called with the typed text; with an empty text when the camera is used again. */
  onTyping?(text: string): void;
}

/** The camera over the whole app, to scan QR codes. An image or typing works too. */
export function ScannerDialog(props: ScannerDialogProps) {
  const title = useId();
  return (
    <FullScreen onClose={props.onClose} labelledBy={title} ground="night">
      <Scanner {...props} titleId={title} />
    </FullScreen>
  );
}

function Scanner({
  title,
  titleId,
  onText,
  onClose,
  busy = false,
  typed = "",
  refused = "",
  onTyping = () => {},
}: ScannerDialogProps & { titleId: string }) {
  const { t } = useTranslation("scan");
  const video = useRef<HTMLVideoElement>(null);
  const [typing, setTyping] = useState(typed !== "");
  const [attempt, setAttempt] = useState(0);
  const [lit, setLit] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [picking, setPicking] = useState(false);
  // Not while an image is read: two codes would be reported, and the second would undo the first.
  const { failure, reading } = useReading(video, !typing && !busy && !picking, attempt, onText);
  // A newly opened camera starts with the light off.
  useEffect(() => setLit(false), [reading]);
  const open = useRef(true);
  useLayoutEffect(
    () => () => {
      open.current = false;
    },
    [],
  );

  const pick = async (file: File) => {
    setTrouble(undefined);
    setPicking(true);
    const text = await import("../../device/scanner/reader")
      .then(({ readPicture }) => readPicture(file))
      .catch(() => undefined);
    // The dialog was closed meanwhile, so the code is not wanted.
    if (!open.current) return;
    setPicking(false);
    if (text === undefined) setTrouble(t("noCodeInPicture"));
    else onText(text);
  };
  const otherCamera = () => {
    if (!reading) return;
    const stream = video.current?.srcObject;
    const now =
      stream instanceof MediaStream ? stream.getVideoTracks()[0]?.getSettings().deviceId : undefined;
    const next = reading.cameras[(reading.cameras.indexOf(now ?? "") + 1) % reading.cameras.length];
    if (next) reading.useCamera(next).catch(() => setAttempt(attempt + 1));
  };

  const doing = busy || (picking && t("readingPicture"));
  return (
    <>
      {!typing && <video ref={video} className={css.video} muted playsInline aria-label={t("camera")} />}
      <div className={css.shade} />
      <header className={css.top}>
        <IconButton kind="cover" label={t("close", { ns: "shell" })} onClick={onClose}>
          <CloseIcon />
        </IconButton>
        <span className={css.tools}>
          {!busy && reading && reading.cameras.length > 1 && (
            <IconButton kind="cover" label={t("otherCamera")} onClick={otherCamera}>
              <TurnCameraIcon />
            </IconButton>
          )}
          {!busy && reading?.hasTorch && (
            <IconButton
              kind="cover"
              label={lit ? t("torchOff") : t("torchOn")}
              onClick={() => reading.toggleTorch().then(setLit, () => setLit(false))}
            >
              <TorchIcon petal={lit} />
            </IconButton>
          )}
        </span>
      </header>
      <div className={css.middle}>
        {typing ? (
          <TypedCode onText={onText} busy={busy} first={typed || refused} onTyping={onTyping} />
        ) : failure && !busy ? (
          <ScannerTrouble failure={failure} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <Frame />
        )}
      </div>
      <div className={css.foot}>
        <h1 id={titleId}>{title}</h1>
        <div className={css.hint} role="status">
          {doing ? (
            <p className={css.doing}>
              <Blossom size={22} stamens={false} className={css.spin} />
              {doing}
            </p>
          ) : trouble ? (
            <p className={css.trouble}>{trouble}</p>
          ) : (
            !typing && !failure && <p>{reading ? t("hint") : t("starting")}</p>
          )}
        </div>
        <OtherWays
          typing={typing}
          waiting={Boolean(doing)}
          onType={(wanted) => {
            setTrouble(undefined);
            setTyping(wanted);
            if (!wanted) onTyping("");
          }}
          onPick={pick}
        />
      </div>
    </>
  );
}

/** Four corners around the area that is read, and a scan line. */
function Frame() {
  return (
    <svg className={css.frame} viewBox="-135 -135 270 270" aria-hidden="true">
      {[0, 90, 180, 270].map((turn) => (
        <path key={turn} d="M-125-84V-105A20 20 0 0 1-105-125H-84" transform={`rotate(${turn})`} />
      ))}
      <rect x="-112" y="22" width="224" height="2.5" />
    </svg>
  );
}
