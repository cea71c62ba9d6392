import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { itemsQuery } from "../../api/items";
import { usePartnerName } from "../../api/partners";
import { keepAwake } from "../../device/wakeLock";
import { formatExactTime } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Dialog } from "../../kit/dialog/Dialog";
import { FullScreen } from "../../kit/dialog/FullScreen";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { Blossom } from "../../kit/screen/Blossom";
import { PetalTimer } from "../../kit/screen/PetalTimer";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import { CodePicture } from "./CodePicture";
import css from "./CodeScreen.module.css";
import { Collected } from "./Collected";
import { clock, petals, spoken } from "./countdown";
import type { Coupon, Opened } from "./openCoupon";
import { useBars } from "./useBars";
import { useCodeSpace } from "./useCodeSpace";
import { useCountdown } from "./useCountdown";
import { useCounterNews } from "./useCounterNews";

interface CodeScreenProps {
  coupon: Coupon;
  opened: Opened;
  /** Set by this screen: handles a step back in the history. */
  onBack: { current(): void };
  /** The member closed it. */
  onClose(): void;
  /** Its time has expired. */
  onOver(): void;
  /** The counter returned the coupon. */
  onReturned(): void;
}

/** An open coupon, to be shown to or scanned by the cashier. */
export function CodeScreen({
  coupon: { _id, redeemItemSnapshot },
  opened,
  onBack,
  onClose,
  onOver,
  onReturned,
}: CodeScreenProps) {
  const { t } = useTranslation("rewards");
  const language = useLanguage();
  const title = useId();
  const [leaving, setLeaving] = useState(false);
  const item = useQuery(itemsQuery()).data?.find(({ _id }) => _id === redeemItemSnapshot._id);
  const partner = usePartnerName(item?.partner);
  const { collected, returned } = useCounterNews(_id, opened.usedAt);
  useEffect(() => {
    if (returned) onReturned();
  }, [returned, onReturned]);
  // A collected coupon can no longer be lost, so no question is needed.
  const ask = () => (collected ? onClose() : setLeaving(true));
  onBack.current = () => (leaving ? setLeaving(false) : ask());
  const left = useCountdown(opened, () => {
    if (!collected) onOver();
  });
  useEffect(keepAwake, []);
  const main = useRef<HTMLDivElement>(null);
  const space = useCodeSpace(main);
  const content = opened.itemContent;
  const laid = useBars("barCode" in content && !collected ? content.barCode : undefined, space);

  const time = clock(left);
  const words = spoken(left);
  const turned = laid?.long && laid.turned;
  const advice = !collected && <p className={css.advice}>{t("code.advice")}</p>;
  return (
    <FullScreen onClose={ask} labelledBy={title} ground="points">
      <Blossom size={460} print stamens={false} className={css.low} />
      <Blossom size={380} print stamens={false} className={css.high} />
      <div className={css.scroll}>
        <header className={css.bar}>
          <IconButton label={t("close", { ns: "shell" })} onClick={ask}>
            <CloseIcon />
          </IconButton>
          <h1 id={title}>{t("code.title")}</h1>
        </header>
        <div className={classes(css.main, laid?.long && css.full)} ref={main}>
          <div className={css.card}>
            <div className={classes(css.paper, laid?.long && (turned ? css.turned : css.wide))}>
              <div className={css.code}>
                <h2 lang={tongueOf(redeemItemSnapshot.name, language)}>
                  {localized(redeemItemSnapshot.name, language)}
                </h2>
                {/* The line keeps its height until the name is known, because a code must not move while it is scanned. */}
                <p className={css.partner}>{partner ?? "\u00a0"}</p>
                {collected ? (
                  <Collected at={collected} />
                ) : (
                  space && (
                    <CodePicture
                      content={content}
                      shortCode={opened.shortCode}
                      laid={laid}
                      square={space.square}
                    />
                  )
                )}
              </div>
              <div className={css.stub}>
                {collected ? (
                  <Button onClick={onClose}>{t("code.done")}</Button>
                ) : (
                  <>
                    <PetalTimer left={petals(left)} size={92} />
                    <div>
                      <p className={css.label}>{t("code.left")}</p>
                      <div role="timer" aria-label={t("code.leftIs", { time })}>
                        <StencilNumber value={time} height={54} hidden />
                      </div>
                    </div>
                    {/* Long bars fill the height, so the advice is beside them. */}
                    {turned && advice}
                  </>
                )}
              </div>
            </div>
          </div>
          {!turned && advice}
          {/* A web page cannot raise the screen brightness itself. */}
          {!("imgUrl" in content) && !collected && <p className={css.bright}>{t("code.bright")}</p>}
          <p className={css.opened}>{t("code.opened", { time: formatExactTime(opened.usedAt, language) })}</p>
          <span className={text.sr} role="status">
            {words && !collected && t(`code.spoken.${words}`)}
          </span>
        </div>
      </div>
      {leaving && !collected && (
        <Dialog
          alert
          title={t("leave.title")}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button kind="quiet" onClick={() => setLeaving(false)}>
                {t("leave.stay")}
              </Button>
              <Button kind="refuse" onClick={onClose}>
                {t("leave.leave")}
              </Button>
            </>
          }
        >
          <p>{t("leave.text")}</p>
        </Dialog>
      )}
    </FullScreen>
  );
}
