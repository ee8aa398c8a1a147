import { jobFacts, type ConfigFact, type ConfigNames, type JobConfig } from "@udt/contract";
import { getFormat } from "../format/index.ts";
import { getT } from "../i18n/index.ts";

/** All that a configuration says, in the words of the page. */
export const configFacts = (config: JobConfig, names: ConfigNames, withheld = false): ConfigFact[] =>
  jobFacts(config, names, { text: getT("job-config"), number: getFormat().number }, withheld);
