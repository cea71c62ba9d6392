// The words of the admin app, one file a screen. The server's error catalogue lies beside them, but its messages
// arrive translated in the answers, so it has no place among them.
export const words = import.meta.glob<Record<string, unknown>>(
  [
    "../locales/*/*.json",
    "!../locales/*/{errors,shell,login,home}.json",
    "!../locales/*/{account,article,edit,explorer,forgot,guide,message,messages,notifications,partner,points}.json",
    "!../locales/*/{privacy,profile,redeem,reset,rewards,saved,scan,security,settings,signup,transfer,tutorial}.json",
  ],
  { import: "default" },
);
