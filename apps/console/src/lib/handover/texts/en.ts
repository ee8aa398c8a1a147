const en = {
  title: "Handed over",
  untold: "It was not told how the device was handed over.",
  clean: "Clean",
  remained: "Something remained",
  others_one: "{shown} more difference to before the session",
  others_other: "{shown} more differences to before the session",
  more_one: "and {shown} more",
  more_other: "and {shown} more",
  scope:
    "Apps, shared files, settings and accounts were compared. What an app that was there before keeps for itself was not.",
  not_whole: "The device has too many files to compare all of them.",
  change: {
    app_added: "App that stayed",
    app_removed: "App that is gone",
    app_changed: "App in another version",
    file_added: "File that stayed",
    file_removed: "File that is gone",
    setting_changed: "Setting",
    account_added: "Account that stayed",
    account_removed: "Account that is gone",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    handover: typeof en;
  }
}
