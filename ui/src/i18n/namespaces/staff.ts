// Texts of the admin app, one file per screen. The server's error catalogue is in the same folder but
// excluded, because its messages arrive translated in the responses.
export const words = import.meta.glob<Record<string, unknown>>(
  [
    "../locales/*/*.json",
    "!../locales/*/{errors,shell,login,home}.json",
    "!../locales/*/{account,article,beside,carbon,claims,edit,explorer,forgot,goals,guide,help,invite,message,messages,notifications,partner,points}.json",
    "!../locales/*/{privacy,profile,redeem,reset,rewards,saved,scan,security,settings,signup,terms,transfer,tutorial}.json",
  ],
  { import: "default" },
);
