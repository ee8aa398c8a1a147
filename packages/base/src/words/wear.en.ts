/** Why devices need care: part of the table of words. */
export const WEAR_WORDS = {
  battery_hot: "the battery is at {celsius} °C: from {most} °C on the device gets no automated tests",
  care_hot: "the battery is at {celsius} °C",
  care_cycles: "the battery was charged in full {cycles} times: from {most} on it is worn",
  care_level: "the charge falls although it should charge: from {from} % to {percent} %",
  care_disk_low: "only {free} is free",
  care_disk_filling: "the disk fills up: at the pace of the last days it is full within {days} d",
  care_disconnects: "the connection was lost {count} times in {hours} h",
} as const;
