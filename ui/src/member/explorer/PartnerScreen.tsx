import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { isNotFound } from "../../api/isNotFound";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button, ButtonLink, IconButton } from "../../kit/buttons/Button";
import { ExternalLink } from "../../kit/buttons/ExternalLink";
import { classes } from "../../kit/classes";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { OpenIcon, PlaceIcon } from "../../kit/icons/icons-member";
import { ClosedShop } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { CoverBack } from "../../kit/screen/Cover";
import { RowLink } from "../../kit/screen/Row";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { BonusLine } from "../../shared/bonuses/BonusLine";
import { bonusesQuery } from "../../shared/bonuses/bonuses";
import { usePartnerTypeName } from "../../shared/partnerTypes";
import { outletsPath, paths, withBack } from "../../shared/paths";
import { isGivenAt, outletsQuery } from "./outlets";
import css from "./PartnerScreen.module.css";
import { listedPartner, type Partner, partnerQuery, shopLink } from "./partners";

export function PartnerScreen() {
  const { t } = useTranslation("partner");
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const { back } = useContext(ScreenFrameContext);
  const partner = useQuery(partnerQuery(id));
  // The list of Explore may already hold it. A partner that no longer exists is not shown.
  const data = partner.data ?? (isNotFound(partner.error) ? undefined : listedPartner(id));
  return (
    <Screen
      title={data ? localized(data.name, language) : t("title")}
      header="none"
      flush
      footer={data && <Shop link={data.webLink} />}
    >
      {back && <CoverBack onClick={back} />}
      <div className={css.close}>
        <IconButton kind="cover" label={t("close", { ns: "shell" })} onClick={() => navigate(paths.home)}>
          <CloseIcon />
        </IconButton>
      </div>
      {data ? (
        <PartnerDetail partner={data} />
      ) : isNotFound(partner.error) ? (
        <div className={css.failed}>
          <EmptyState
            picture={<ClosedShop />}
            title={t("gone.title")}
            text={t("gone.text")}
            action={<ButtonLink to={paths.explorer}>{t("gone.on")}</ButtonLink>}
          />
        </div>
      ) : partner.isError ? (
        <div className={css.failed}>
          <ErrorState title={t("failed")} error={partner.error} onRetry={partner.refetch} />
        </div>
      ) : (
        <PartnerSkeleton />
      )}
    </Screen>
  );
}

function PartnerDetail({ partner }: { partner: Partner }) {
  const { t } = useTranslation("partner");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  const { basePoints, extraPoints } = partner;
  return (
    <>
      <div className={css.cover}>
        <img className={css.picture} src={partner.nameImg} alt="" />
        {partner.logo && (
          <span className={css.logo}>
            <img src={partner.logo} alt="" />
          </span>
        )}
      </div>
      <div className={css.body}>
        <h1 className={text.t1} lang={tongueOf(partner.name, language)}>
          {localized(partner.name, language)}
        </h1>
        <p className={css.type}>{typeName(partner.type)}</p>
        {(Number(basePoints) > 0 || Number(extraPoints) > 0) && (
          <div className={css.rates}>
            {Number(basePoints) > 0 && (
              <div className={css.rate}>
                <StencilNumber value={basePoints} height={28} />
                <p>{t("base", { count: Number(basePoints) })}</p>
              </div>
            )}
            {Number(extraPoints) > 0 && (
              <div className={css.rate}>
                <StencilNumber value={`+${extraPoints}`} height={28} />
                <p>{t("extra")}</p>
              </div>
            )}
          </div>
        )}
        <Bonuses partner={partner} />
        <p className={css.words} lang={tongueOf(partner.description, language)}>
          {localized(partner.description, language)}
        </p>
        <Places partner={partner._id} />
      </div>
    </>
  );
}

/** The bonuses that the member gets there on the next days. */
function Bonuses({ partner }: { partner: Partner }) {
  const { t } = useTranslation("explorer");
  const offered = useQuery(bonusesQuery()).data ?? [];
  const outlets = useQuery(outletsQuery()).data ?? [];
  const here = offered.filter((bonus) => isGivenAt(partner, bonus, outlets));
  if (here.length === 0) return null;
  return (
    <ul className={css.bonuses} aria-label={t("bonus.title")}>
      {here.map((bonus) => (
        <li key={bonus._id}>
          <BonusLine bonus={bonus} {...(bonus.outlets.length > 0 && { place: t("bonus.outlets") })} />
        </li>
      ))}
    </ul>
  );
}

/** The way to the outlets of the partner, if it has any. */
function Places({ partner }: { partner: string }) {
  const { t } = useTranslation("partner");
  const outlets = useQuery(outletsQuery()).data?.filter((outlet) => outlet.partner === partner) ?? [];
  if (outlets.length === 0) return null;
  return (
    <div className={classes(layout.card, css.places)}>
      <RowLink
        icon={<PlaceIcon size={22} />}
        title={t("outlets.title")}
        line={t("outlets.count", { count: outlets.length })}
        to={outletsPath(partner)}
        state={withBack}
      />
    </div>
  );
}

function Shop({ link }: { link: string | null }) {
  const { t } = useTranslation("partner");
  const href = shopLink(link);
  if (!href) {
    return (
      <div className={layout.stack}>
        <Button block disabled>
          {t("shop")}
        </Button>
        <p className={css.hint}>{t("noShop")}</p>
      </div>
    );
  }
  return (
    <ExternalLink href={href} note={<span className={text.sr}>{t("newTab")}</span>}>
      {t("shop")}
      <OpenIcon size={20} />
    </ExternalLink>
  );
}

function PartnerSkeleton() {
  return (
    <SkeletonRegion>
      <Bone shape="cover" />
      <div className={css.body}>
        <Bone shape="title" />
        <div className={css.rates}>
          <div className={css.bone}>
            <Bone shape="tile" />
          </div>
          <div className={css.bone}>
            <Bone shape="tile" />
          </div>
        </div>
        <Bone shape="line" />
        <Bone shape="line" />
      </div>
    </SkeletonRegion>
  );
}
