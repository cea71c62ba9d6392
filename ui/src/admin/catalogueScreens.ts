import { type AdminScreen, lazyScreen as screen } from "./lazyScreen";
import { adminPaths } from "./paths";

/** The screens of the records that editors and operators maintain. */
export const CATALOGUE_SCREENS: readonly AdminScreen[] = [
  {
    path: adminPaths.items,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminItems"],
      async () => (await import("./catalogue/items/ItemsScreen")).ItemsScreen,
    ),
  },
  {
    path: `${adminPaths.items}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminItems"],
      async () => (await import("./catalogue/items/ItemEditor")).ItemEditor,
    ),
  },
  {
    path: adminPaths.partners,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminPartners", "explorer"],
      async () => (await import("./catalogue/partners/PartnersScreen")).PartnersScreen,
    ),
  },
  {
    path: `${adminPaths.partners}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminPartners", "adminCounters", "adminRules", "adminSettings", "explorer"],
      async () => (await import("./catalogue/partners/PartnerEditor")).PartnerEditor,
    ),
  },
  {
    path: adminPaths.articles,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminArticles"],
      async () => (await import("./catalogue/articles/ArticlesScreen")).ArticlesScreen,
    ),
  },
  {
    path: `${adminPaths.articles}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminArticles"],
      async () => (await import("./catalogue/articles/ArticleEditor")).ArticleEditor,
    ),
  },
  {
    path: `${adminPaths.campaigns}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminCampaigns"],
      async () => (await import("./catalogue/campaigns/CampaignEditor")).CampaignEditor,
    ),
  },
  {
    path: adminPaths.campaigns,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminCampaigns"],
      async () => (await import("./catalogue/campaigns/CampaignsScreen")).CampaignsScreen,
    ),
  },
  {
    path: adminPaths.rules,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminRules", "adminMembers", "adminMember", "explorer"],
      async () => (await import("./catalogue/rules/RulesScreen")).RulesScreen,
    ),
  },
  {
    path: `${adminPaths.rules}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminRules", "explorer"],
      async () => (await import("./catalogue/rules/RuleEditor")).RuleEditor,
    ),
  },
  {
    path: `${adminPaths.rules}/:id/simulation`,
    needs: "readContent",
    Screen: screen(
      ["adminRules"],
      async () => (await import("./catalogue/rules/SimulationScreen")).SimulationScreen,
    ),
  },
  {
    path: adminPaths.proposals,
    needs: "readContent",
    Screen: screen(
      ["adminProposals"],
      async () => (await import("./catalogue/proposals/ProposalsScreen")).ProposalsScreen,
    ),
  },
  {
    path: `${adminPaths.proposals}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminProposals", "adminContent", "adminItems", "adminArticles", "adminRules", "explorer"],
      async () => (await import("./catalogue/proposals/ProposalScreen")).ProposalScreen,
    ),
  },
  {
    path: adminPaths.goals,
    needs: "readContent",
    Screen: screen(["adminGoals"], async () => (await import("./catalogue/goals/GoalsScreen")).GoalsScreen),
  },
  {
    path: `${adminPaths.goals}/:id`,
    needs: "readContent",
    Screen: screen(["adminGoals"], async () => (await import("./catalogue/goals/GoalEditor")).GoalEditor),
  },
  {
    path: adminPaths.tiers,
    needs: "readContent",
    Screen: screen(["adminGoals"], async () => (await import("./catalogue/tiers/TiersScreen")).TiersScreen),
  },
  {
    path: adminPaths.carbon,
    needs: "readContent",
    Screen: screen(
      ["adminCarbon", "adminReports"],
      async () => (await import("./catalogue/carbon/CarbonScreen")).CarbonScreen,
    ),
  },
];
