import { type FormEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, pageTagOf } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../AdminDialog";
import { useErrorText } from "../errorText";
import css from "./Content.module.css";
import { type Localized, nothing, tidyText, withText } from "./localized";
import { partOf, upload } from "./pictures";

const WIDTH = 480;
const MOST_ZOOM = 4;

interface CropDialogProps {
  file: File;
  picture: ImageBitmap;
  aspect: number | undefined;
  onClose(): void;
  onDone(url: string, alt: Localized): void;
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Crops a picture and asks for its alternative text. */
export function CropDialog({ file, picture, aspect, onClose, onDone }: CropDialogProps) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [place, setPlace] = useState({ zoom: 1, across: 0.5, down: 0.5 });
  const [alt, setAlt] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const { url } = await upload(file, partOf(picture, { aspect, ...place }), tidyText(alt));
      onDone(url, alt);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const part = partOf(picture, { aspect, ...place });
  const sliders = [
    { name: "zoom", min: 1, max: MOST_ZOOM, shown: true },
    { name: "across", min: 0, max: 1, shown: part.width < picture.width },
    { name: "down", min: 0, max: 1, shown: part.height < picture.height },
  ] as const;
  return (
    <FormDialog
      wide
      title={t("picture.crop")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit={t("picture.use")}
      busy={busy && t("picture.sending")}
    >
      <div className={css.cropper}>
        <div>
          <Frame picture={picture} aspect={aspect} place={place} onMove={setPlace} />
          <p className={css.small}>{t("picture.cropHint")}</p>
          {sliders.map(
            ({ name, min, max, shown }) =>
              shown && (
                <label key={name} className={css.slider}>
                  <span>{t(`picture.${name}`)}</span>
                  <input
                    type="range"
                    name={name}
                    min={min}
                    max={max}
                    step={0.01}
                    value={place[name]}
                    onInput={(event) => setPlace({ ...place, [name]: Number(event.currentTarget.value) })}
                  />
                </label>
              ),
          )}
        </div>
        <div>
          <p className={css.label}>{t("picture.alt")}</p>
          <p className={css.small}>{t("picture.altHint")}</p>
          {LANGUAGES.map((language) => (
            <div key={language} lang={pageTagOf(language)}>
              <Field
                name={`alt.${language}`}
                label={common(`languages.${language}`)}
                value={alt[language] ?? ""}
                maxLength={120}
                autoComplete="off"
                onChange={(text) => setAlt(withText(alt, language, text))}
              />
            </div>
          ))}
        </div>
      </div>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

interface Place {
  zoom: number;
  across: number;
  down: number;
}

interface FrameProps {
  picture: ImageBitmap;
  aspect: number | undefined;
  place: Place;
  onMove(place: Place): void;
}

/** The crop area, movable by dragging. The sliders below do the same without dragging. */
function Frame({ picture, aspect, place, onMove }: FrameProps) {
  const { t } = useTranslation("adminContent");
  const canvas = useRef<HTMLCanvasElement>(null);
  const part = partOf(picture, { aspect, ...place });
  const height = Math.round((WIDTH * part.height) / part.width);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    pen?.clearRect(0, 0, WIDTH, height);
    pen?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, WIDTH, height);
  }, [picture, part.x, part.y, part.width, part.height, height]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return;
    const scale = part.width / event.currentTarget.clientWidth;
    const share = (moved: number, free: number) => (free > 0 ? (moved * scale) / free : 0);
    onMove({
      ...place,
      across: within(place.across - share(event.movementX, picture.width - part.width)),
      down: within(place.down - share(event.movementY, picture.height - part.height)),
    });
  };
  return (
    <canvas
      ref={canvas}
      className={css.frame}
      width={WIDTH}
      height={height}
      role="img"
      aria-label={t("picture.kept")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
