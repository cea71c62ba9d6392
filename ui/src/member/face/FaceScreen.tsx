import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type UserInfo, userQuery } from "../../api/member";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Avatar } from "../../kit/screen/Avatar";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { useBackToProfile } from "../../shared/useBackToProfile";
import css from "./FaceScreen.module.css";
import { FACES, type Face, saveFace } from "./faces";

type Choice = Face | "initials";

/** The member chooses the picture that friends and shops see: the initials, a bird or a blossom. */
export function FaceScreen() {
  const { t } = useTranslation("edit");
  const user = useQuery(userQuery());
  const done = useBackToProfile();
  const [asked, ask] = useState<Choice>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const choice = asked ?? user.data?.face ?? "initials";
  const save = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await saveFace(choice === "initials" ? null : choice);
      showToast(t("face.saved"));
      done();
    } catch {
      // The choice stays, so that the button sends it again.
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <Screen
      title={t("face.title")}
      footer={
        user.data && (
          <>
            {failed && (
              <div className={css.failed}>
                <FailedNote>{t("face.failed")}</FailedNote>
              </div>
            )}
            <Button block busy={busy && t("saving")} onClick={save}>
              {t("face.use")}
            </Button>
          </>
        )
      }
    >
      <Loaded of={user} skeleton={<FaceSkeleton />} failed={t("errors.load")}>
        {(member) => (
          <>
            <div className={css.chosen}>
              <Avatar
                size={132}
                face={choice === "initials" ? undefined : choice}
                initials={member.initials}
              />
              <p>{t("face.seen")}</p>
            </div>
            <Faces member={member} choice={choice} onChoose={ask} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

interface FacesProps {
  member: UserInfo;
  choice: Choice;
  onChoose(choice: Choice): void;
}

function Faces({ member, choice, onChoose }: FacesProps) {
  const { t } = useTranslation("edit");
  const choices: readonly Choice[] = ["initials", ...FACES];
  return (
    <fieldset className={css.faces}>
      <legend>{t("face.title")}</legend>
      {choices.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="face"
            value={one}
            checked={one === choice}
            onChange={() => onChoose(one)}
          />
          <i>
            <CheckIcon size={16} />
          </i>
          <Avatar size={78} face={one === "initials" ? undefined : one} initials={member.initials} />
          <span>{t(`face.names.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function FaceSkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.bones}>
        <Bone shape="cover" />
        <Bone shape="tile" />
        <Bone shape="tile" />
      </div>
    </SkeletonRegion>
  );
}
