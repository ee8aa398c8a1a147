import { en } from "@udt/contract/job-facts/en";

export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "job-config": typeof en;
  }
}
