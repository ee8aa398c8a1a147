/** What the audit log has of sessions: who was let drive, watch or reach them. */
export const auditedSessions = {
  control: {
    give: "Gave control of a device",
    take_back: "Took control back",
    leave: "Gave control up",
    ask: "Asked for control",
    decline: "Kept control from who asked",
  },
  device: {
    take_out: "Took a device out of use",
    put_back: "Put a device back into use",
    place: "Changed where a device stands or what it is for",
    give: "Gave a device to projects",
    restart: "Had a device restart",
    clean: "Had a device cleaned",
    restart_cancel: "Called off a device's restart",
    clean_cancel: "Called off a device's cleaning",
  },
  model: { edit: "Changed a hardware model", picture: "Changed the picture of a hardware model" },
  device_note: { create: "Left a note on a device", delete: "Deleted a note on a device" },
  work_order: {
    create: "Reported a device as broken",
    move: "Moved a work order on",
    assign: "Said who sees to a work order",
    attach: "Attached a file to a work order",
    detach: "Removed a file from a work order",
  },
  self_check: { start: "Had a device inspected", cancel: "Called an inspection off" },
  tag: { create: "Made a device tag", edit: "Changed a device tag", delete: "Deleted a device tag" },
  ios_certificate: {
    create: "Added an iOS certificate",
    edit: "Changed an iOS certificate",
    delete: "Deleted an iOS certificate",
  },
  watch_link: { create: "Made a link to watch a session", revoke: "Revoked a link to watch a session" },
  remote_adb: {
    open: "Turned remote ADB on",
    key_allow: "Let an adb key in",
    key_deny: "Turned an adb key away",
    key_remove: "Removed an adb key",
    close: "Remote ADB ended",
  },
};
