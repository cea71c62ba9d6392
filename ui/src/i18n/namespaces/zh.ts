import "./named";

// Members' texts beyond the first screens, in one file: loaded at the second screen for all others.
export const words = import.meta.glob<Record<string, unknown>>(
  [
    "../locales/zh/{account,article,beside,carbon,claims,edit,explorer,forgot,goals,guide,help,invite,message,messages,notifications,partner,points}.json",
    "../locales/zh/{privacy,profile,redeem,refresh,reset,rewards,saved,scan,security,settings,signup,terms,transfer,tutorial}.json",
  ],
  { import: "default", eager: true },
);
