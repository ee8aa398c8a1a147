export { zh as default } from "@udt/contract/job-facts/zh";
