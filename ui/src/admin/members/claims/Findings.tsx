import { useTranslation } from "react-i18next";
import { Badge } from "../../../kit/screen/Paper";
import own from "./Claims.module.css";
import { type AdminClaim, TONES } from "./claims";

/** The findings in the records about a claim; they are not verdicts. */
export function Findings({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  return (
    <span className={own.findings}>
      {claim.findings.map((finding) => (
        <Badge key={finding} tone={TONES[finding]} dot={false}>
          {t(`findings.${finding}`)}
        </Badge>
      ))}
    </span>
  );
}
