export { freePortRun } from "./free-ports.ts";
export { openBrowser } from "./browser.ts";
export { startIdentityProvider, type IdentityProvider } from "./identity-provider.ts";
export { RoleProcess } from "./role-process.ts";
export { SOCIAL_APP, startSocialStandIn, type SocialStandIn } from "./social-stand-in.ts";
export { databaseTemplate, startUdt, type Udt } from "./start-udt.ts";
export { startMailbox, type Mailbox, type ReceivedMail } from "./mailbox.ts";
export { until } from "./until.ts";
export { startGitHost, type GitHost } from "./git-host.ts";
