/** What is read anew once tags have changed. */
export const TAG_READS = [
  "tagList",
  "tagNames",
  "tagGet",
  "deviceList",
  "deviceGet",
  "jobDevices",
  "configNames",
  "deviceStrategies",
] as const;
