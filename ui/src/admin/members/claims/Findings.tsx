import { useTranslation } from "react-i18next";
import { Badge } from "../../../kit/screen/Paper";
import own from "./Claims.module.css";
import { type AdminClaim, TONES } from "./claims";

/** The findings in the records about a claim, or only those against it; they are not verdicts. */
export function Findings({ claim, against = false }: { claim: AdminClaim; against?: boolean }) {
  const { t } = useTranslation("adminClaims");
  return (
    <span className={own.findings}>
      {claim.findings.map((finding) =>
        against && TONES[finding] !== "plum" ? null : (
          <Badge key={finding} tone={TONES[finding]} dot={false}>
            {t(`findings.${finding}`)}
          </Badge>
        ),
      )}
    </span>
  );
}
