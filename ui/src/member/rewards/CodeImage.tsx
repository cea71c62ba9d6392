import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { RetryIcon } from "../../kit/icons/icons-basic";
import { Note } from "../../kit/screen/Paper";

const AGAIN_MS = 4_000;

/** A coupon that is a picture. Its time is limited, so a failed picture is reloaded until it appears. */
export function CodeImage({ src }: { src: string }) {
  const { t } = useTranslation("rewards");
  const [lost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((last) => last + 1);
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [lost]);
  return (
    <>
      {/* A hidden picture still loads. */}
      <div hidden={lost}>
        <img
          key={attempt}
          src={src}
          alt={t("code.image")}
          onLoad={() => setLost(false)}
          onError={() => setLost(true)}
        />
      </div>
      {lost && (
        <Note tone="plum">
          <p>{t("code.imageLost")}</p>
          <Button kind="quiet" small icon={<RetryIcon size={20} />} onClick={again}>
            {t("tryAgain", { ns: "shell" })}
          </Button>
        </Note>
      )}
    </>
  );
}
