export { ja as default } from "@udt/contract/job-facts/ja";
