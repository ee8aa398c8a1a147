const en = {
  title: "Passkeys",
  text: "Sign in by unlocking your phone, computer or security key, without password and code.",
  error: "Your passkeys could not be loaded",
  none: "You have no passkeys.",
  count: "You have {count} of at most {max} passkeys.",
  full: "You have {max} passkeys, which is the most. Remove one to add another.",
  add: "Add a passkey",
  add_title: "Add a passkey",
  add_text:
    "Your browser then asks where to keep it, and to unlock that device. From then on signing in with your password asks for a second step, too: a passkey, or a recovery code.",
  added: "Passkey added",
  name: "Name",
  name_hint: "Where it is kept, so that you know which one to remove.",
  made_at: "Added {time}",
  used_at: "Last used {time}",
  never_used: "Never used",
  only_at: "Works at {name} alone",
  rename: "Rename",
  rename_label: "Rename the passkey {name}",
  rename_title: "Rename the passkey",
  remove: "Remove",
  remove_label: "Remove the passkey {name}",
  remove_title: "Remove the passkey {name}?",
  remove_text: "It can no longer sign in. The device keeps it until you delete it there.",
  remove_last:
    "It is your last second factor: from then on signing in takes one step alone, and the recovery codes go, too.",
  removed: "Passkey removed",
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "own-passkeys": typeof en;
  }
}
