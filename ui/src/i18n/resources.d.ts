// English is the model: a key that English lacks is a compile error.
import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      account: typeof import("./locales/en/account.json");
      article: typeof import("./locales/en/article.json");
      beside: typeof import("./locales/en/beside.json");
      carbon: typeof import("./locales/en/carbon.json");
      admin: typeof import("./locales/en/admin.json");
      adminContent: typeof import("./locales/en/adminContent.json");
      adminDiagnostics: typeof import("./locales/en/adminDiagnostics.json");
      adminExpiry: typeof import("./locales/en/adminExpiry.json");
      adminItems: typeof import("./locales/en/adminItems.json");
      staffForgot: typeof import("./locales/en/staffForgot.json");
      adminAccept: typeof import("./locales/en/adminAccept.json");
      adminAccount: typeof import("./locales/en/adminAccount.json");
      adminArticles: typeof import("./locales/en/adminArticles.json");
      adminPartners: typeof import("./locales/en/adminPartners.json");
      adminBills: typeof import("./locales/en/adminBills.json");
      adminCarbon: typeof import("./locales/en/adminCarbon.json");
      adminGoals: typeof import("./locales/en/adminGoals.json");
      adminCampaigns: typeof import("./locales/en/adminCampaigns.json");
      adminApprovals: typeof import("./locales/en/adminApprovals.json");
      adminAudit: typeof import("./locales/en/adminAudit.json");
      adminMoney: typeof import("./locales/en/adminMoney.json");
      adminAlarms: typeof import("./locales/en/adminAlarms.json");
      adminAnnouncements: typeof import("./locales/en/adminAnnouncements.json");
      adminWebhooks: typeof import("./locales/en/adminWebhooks.json");
      adminMessages: typeof import("./locales/en/adminMessages.json");
      adminCounters: typeof import("./locales/en/adminCounters.json");
      adminLoading: typeof import("./locales/en/adminLoading.json");
      adminCredits: typeof import("./locales/en/adminCredits.json");
      adminReports: typeof import("./locales/en/adminReports.json");
      adminRules: typeof import("./locales/en/adminRules.json");
      adminSegments: typeof import("./locales/en/adminSegments.json");
      adminSettings: typeof import("./locales/en/adminSettings.json");
      adminFind: typeof import("./locales/en/adminFind.json");
      adminDashboard: typeof import("./locales/en/adminDashboard.json");
      adminJournal: typeof import("./locales/en/adminJournal.json");
      adminMember: typeof import("./locales/en/adminMember.json");
      adminMembers: typeof import("./locales/en/adminMembers.json");
      adminSettlement: typeof import("./locales/en/adminSettlement.json");
      claims: typeof import("./locales/en/claims.json");
      adminClaims: typeof import("./locales/en/adminClaims.json");
      counter: typeof import("./locales/en/counter.json");
      edit: typeof import("./locales/en/edit.json");
      explorer: typeof import("./locales/en/explorer.json");
      forgot: typeof import("./locales/en/forgot.json");
      goals: typeof import("./locales/en/goals.json");
      guide: typeof import("./locales/en/guide.json");
      help: typeof import("./locales/en/help.json");
      home: typeof import("./locales/en/home.json");
      login: typeof import("./locales/en/login.json");
      message: typeof import("./locales/en/message.json");
      messages: typeof import("./locales/en/messages.json");
      notifications: typeof import("./locales/en/notifications.json");
      partner: typeof import("./locales/en/partner.json");
      portal: typeof import("./locales/en/portal.json");
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
