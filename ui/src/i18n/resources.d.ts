// English is the model: a key that English lacks is a compile error.
import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      account: typeof import("./locales/en/account.json");
      article: typeof import("./locales/en/article.json");
      beside: typeof import("./locales/en/beside.json");
      desk: typeof import("./locales/en/desk.json");
      deskContent: typeof import("./locales/en/deskContent.json");
      deskDiagnostics: typeof import("./locales/en/deskDiagnostics.json");
      deskItems: typeof import("./locales/en/deskItems.json");
      staffForgot: typeof import("./locales/en/staffForgot.json");
      deskAccept: typeof import("./locales/en/deskAccept.json");
      deskAccount: typeof import("./locales/en/deskAccount.json");
      deskArticles: typeof import("./locales/en/deskArticles.json");
      deskPartners: typeof import("./locales/en/deskPartners.json");
      deskCampaigns: typeof import("./locales/en/deskCampaigns.json");
      deskApprovals: typeof import("./locales/en/deskApprovals.json");
      deskAudit: typeof import("./locales/en/deskAudit.json");
      deskMoney: typeof import("./locales/en/deskMoney.json");
      deskAnnouncements: typeof import("./locales/en/deskAnnouncements.json");
      deskWebhooks: typeof import("./locales/en/deskWebhooks.json");
      deskMessages: typeof import("./locales/en/deskMessages.json");
      deskCounters: typeof import("./locales/en/deskCounters.json");
      deskLoading: typeof import("./locales/en/deskLoading.json");
      deskCredits: typeof import("./locales/en/deskCredits.json");
      deskReports: typeof import("./locales/en/deskReports.json");
      deskSettings: typeof import("./locales/en/deskSettings.json");
      deskDashboard: typeof import("./locales/en/deskDashboard.json");
      deskMember: typeof import("./locales/en/deskMember.json");
      deskToday: typeof import("./locales/en/deskToday.json");
      deskMembers: typeof import("./locales/en/deskMembers.json");
      deskSettlement: typeof import("./locales/en/deskSettlement.json");
      counter: typeof import("./locales/en/counter.json");
      edit: typeof import("./locales/en/edit.json");
      explorer: typeof import("./locales/en/explorer.json");
      forgot: typeof import("./locales/en/forgot.json");
      guide: typeof import("./locales/en/guide.json");
      home: typeof import("./locales/en/home.json");
      login: typeof import("./locales/en/login.json");
      message: typeof import("./locales/en/message.json");
      messages: typeof import("./locales/en/messages.json");
      notifications: typeof import("./locales/en/notifications.json");
      partner: typeof import("./locales/en/partner.json");
      points: typeof import("./locales/en/points.json");
      privacy: typeof import("./locales/en/privacy.json");
      profile: typeof import("./locales/en/profile.json");
      redeem: typeof import("./locales/en/redeem.json");
      reset: typeof import("./locales/en/reset.json");
      rewards: typeof import("./locales/en/rewards.json");
      saved: typeof import("./locales/en/saved.json");
      scan: typeof import("./locales/en/scan.json");
      security: typeof import("./locales/en/security.json");
      settings: typeof import("./locales/en/settings.json");
      setup: typeof import("./locales/en/setup.json");
      shell: typeof import("./locales/en/shell.json");
      signup: typeof import("./locales/en/signup.json");
      tutorial: typeof import("./locales/en/tutorial.json");
      transfer: typeof import("./locales/en/transfer.json");
    };
  }
}
