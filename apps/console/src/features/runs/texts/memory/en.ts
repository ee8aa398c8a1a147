/** What was recorded of the memory of the app under test on a device. */
export const memory = {
  title: "Memory of the app",
  open: "Open the memory trace",
  samples_one: "{number} sample",
  samples_other: "{number} samples",
  reading_one: "{number} is being read",
  reading_other: "{number} are being read",
  refused_one: "{number} could not be taken or read",
  refused_other: "{number} could not be taken or read",
};
