import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { programmeName } from "../../device/programmeName";
import { formatChange, formatPoints, formatShortId } from "../../i18n/format";
import { ButtonLink } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Avatar } from "../../kit/screen/Avatar";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import css from "./InviteScreen.module.css";
import { type Invitation, invitationQuery } from "./invitation";

/**
 * The screen of an invitation link: the inviting member, the reward, and the way to sign up with the code
 * filled in.
 */
export function InviteScreen() {
  const { t } = useTranslation("invite");
  const { code = "" } = useParams();
  const invitation = useQuery(invitationQuery(code));
  const found = invitation.data ?? undefined;
  // A link with an unknown code, or one that did not load, still leads to the sign-up.
  const title = found
    ? t("title", { name: found.firstName, programme: programmeName })
    : t("nameless", { programme: programmeName });
  const signup = found ? `${paths.signup}?referralcode=${encodeURIComponent(found.code)}` : paths.signup;
  return (
    <Screen title={title} header="none" flush>
      <div className={css.scene}>
        <div className={css.languages}>
          <LanguageSwitch cover />
        </div>
      </div>
      <div className={css.body}>
        {invitation.isPending ? (
          <SkeletonRegion>
            <div className={css.bones}>
              <Bone shape="title" />
              <Bone shape="line" />
              <Bone shape="card" />
            </div>
          </SkeletonRegion>
        ) : (
          <>
            {found && (
              <div className={css.face}>
                <Avatar size={116} face={found.face} initials={found.initials} />
              </div>
            )}
            <h1 className={text.t1}>{title}</h1>
            <p className={css.soft}>{t("text")}</p>
            {found && found.points > 0 && <Reward invitation={found} />}
            <div className={css.ways}>
              <ButtonLink block to={signup}>
                {t("signUp")}
              </ButtonLink>
              {found && <p className={css.small}>{t("code", { code: formatShortId(found.code) })}</p>}
              <p className={css.small}>
                <ScreenLink className={text.link} to={paths.login}>
                  {t("logIn")}
                </ScreenLink>
              </p>
            </div>
          </>
        )}
      </div>
    </Screen>
  );
}

function Reward({ invitation: { firstName, points } }: { invitation: Invitation }) {
  const { t } = useTranslation("invite");
  return (
    <section className={css.reward}>
      <StencilNumber value={formatChange(points)} height={72} hidden />
      <p className={text.bold}>
        <span className={text.sr}>{t("points", { count: points, points: formatPoints(points) })} </span>
        {t("for", { name: firstName })}
      </p>
      <p className={css.small}>{t("after")}</p>
    </section>
  );
}
