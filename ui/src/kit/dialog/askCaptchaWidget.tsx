import { createRoot } from "react-dom/client";
import { useTranslation } from "react-i18next";
import type { Provider } from "../../device/captchaWidget";
import { Button } from "../buttons/Button";
import { CaptchaWidget } from "./CaptchaWidget";
import { Modal } from "./Dialog";
import css from "./Dialog.module.css";

const TITLE = "person-asked";

/** Asks with another company's widget in a dialog of its own; undefined when it was closed. */
export function askCaptchaWidget(provider: Provider, siteKey: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const place = document.createElement("div");
    document.body.append(place);
    const root = createRoot(place);
    const end = (answer?: string) => {
      root.unmount();
      place.remove();
      resolve(answer);
    };
    root.render(<PersonDialog provider={provider} siteKey={siteKey} onEnd={end} />);
  });
}

function PersonDialog(props: { provider: Provider; siteKey: string; onEnd(answer?: string): void }) {
  const { t } = useTranslation("signup");
  const cancel = () => props.onEnd();
  // Ids that are made count from nothing in each root: made here, this one would be that of a field of the page.
  return (
    <Modal onClose={cancel} className={css.dialog} labelledBy={TITLE}>
      <h2 id={TITLE}>{t("person.label")}</h2>
      <div className={css.content}>
        <CaptchaWidget
          provider={props.provider}
          siteKey={props.siteKey}
          round={0}
          onAnswer={(answer) => answer !== undefined && props.onEnd(answer)}
        />
      </div>
      <div className={css.actions}>
        <Button kind="quiet" onClick={cancel}>
          {t("person.cancel")}
        </Button>
      </div>
    </Modal>
  );
}
