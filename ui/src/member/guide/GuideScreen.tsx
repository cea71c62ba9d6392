import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../i18n/i18n";
import tree from "../../kit/art/tutorial1.svg";
import till from "../../kit/art/tutorial2.svg";
import balance from "../../kit/art/tutorial3.svg";
import scan from "../../kit/art/tutorial4.svg";
import transfer from "../../kit/art/tutorial5.svg";
import shelf from "../../kit/art/tutorial6.svg";
import coupon from "../../kit/art/tutorial7.svg";
import floss from "../../kit/art/tutorial8.svg";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./GuideScreen.module.css";

const Tour = lazyComponent(async () => {
  const [{ Tutorial }] = await Promise.all([import("../../kit/screen/Tutorial"), loadWords(["tutorial"])]);
  return Tutorial;
});

const SECTIONS = [
  { name: "start", pictures: [tree] },
  { name: "earn", pictures: [till, scan] },
  { name: "follow", pictures: [balance] },
  { name: "send", pictures: [transfer] },
  { name: "redeem", pictures: [shelf, coupon] },
] as const;
const STEPS = ["first", "second", "third"] as const;

/** The guide to the programme, from the first points to the coupon at the counter. */
export function GuideScreen() {
  const { t } = useTranslation("guide");
  const [touring, setTouring] = useState(false);
  return (
    <Screen title={t("title")} info={<p>{t("info")}</p>} reading>
      <div className={css.guide}>
        {SECTIONS.map(({ name, pictures }, index) => (
          <section key={name}>
            <Pictures addresses={pictures} first={index === 0} />
            <h2 className={text.t2}>
              <span className={css.number}>{index + 1}</span>
              {t(`${name}.title`)}
            </h2>
            <p>{t(`${name}.text`)}</p>
            <ol className={css.steps}>
              {STEPS.map((step) => (
                <li key={step}>{t(`${name}.${step}`)}</li>
              ))}
            </ol>
          </section>
        ))}
        <section>
          <Pictures addresses={[floss]} />
          <div className={classes(layout.card, css.conclusion)}>
            <h2 className={text.t2}>{t("conclusion.title")}</h2>
            <p>{t("conclusion.text")}</p>
            <div className={css.tour}>
              <Button kind="quiet" small onClick={() => setTouring(true)}>
                {t("tour")}
              </Button>
            </div>
          </div>
        </section>
      </div>
      {touring && <Tour onDone={() => setTouring(false)} onMissing={() => setTouring(false)} />}
    </Screen>
  );
}

/** The pictures of the first-time tutorial. No alt text: the text beside them says the same. */
function Pictures({ addresses, first = false }: { addresses: readonly string[]; first?: boolean }) {
  return (
    <div className={classes(css.pictures, addresses.length === 2 && css.two)}>
      {addresses.map((address) => (
        <img key={address} src={address} alt="" width="320" height="320" loading={first ? "eager" : "lazy"} />
      ))}
    </div>
  );
}
