import { createRoot } from "react-dom/client";
import { useTranslation } from "react-i18next";
import type { Provider } from "../../device/captchaWidget";
import { Button } from "../buttons/Button";
import { CaptchaWidget } from "./CaptchaWidget";
import { Modal } from "./Dialog";
import css from "./Dialog.module.css";

const TITLE = "person-asked";

/** Shows another provider's captcha in a dialog; undefined when the person closed it. */
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
  // A fixed id: generated ids restart in each root, so one from here could equal a field's id on the page.
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
