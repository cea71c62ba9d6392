import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import css from "./SetUp.module.css";
import { SetUpSteps } from "./SetUpSteps";
import { plainCode } from "./tillLink";

interface OpenElsewhereProps {
  code: string;
  /** The https address of the server. */
  address: string;
}

/** An unused link on a page without https, whose browser would not keep the till: the same link by https. */
export function OpenElsewhere({ code, address }: OpenElsewhereProps) {
  const { t } = useTranslation("counter");
  return (
    <div className={css.form}>
      <h1>{t("enrol.title")}</h1>
      <SetUpSteps
        now={0}
        steps={[
          { title: t("enrol.insecure.title"), text: t("enrol.insecure.elsewhere", { address }) },
          { title: t("enrol.name.title"), text: t("enrol.name.text") },
          { title: t("enrol.signIn.title"), text: t("enrol.signIn.text") },
        ]}
      />
      <Note tone="pollen">{t("enrol.insecure.why")}</Note>
      <div className={css.foot}>
        <Button block onClick={() => window.location.assign(`${address}/merchant/enrol/${plainCode(code)}`)}>
          {t("enrol.insecure.open")}
        </Button>
      </div>
    </div>
  );
}
