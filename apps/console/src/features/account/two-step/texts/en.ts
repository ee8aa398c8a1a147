const en = {
  title: "Two-step sign-in",
  text: "Signing in then asks for more than your password, so that a stolen password alone opens nothing.",
  error: "How you sign in could not be loaded",
  next: "Next",
  never: "never",
  required: {
    title: "Set up a second factor",
    lead: "Administrators of this server sign in by two steps. Set up an authenticator app or add a passkey to go on.",
    go_on: "Go on",
    leave: "Sign out",
  },
  app: {
    name: "Authenticator app",
    text: "An app on your phone shows a new code every 30 seconds; signing in asks for it.",
    on: "On",
    since: "Set up {created} · last used {used}",
    set_up: "Set up",
    title: "Set up an authenticator app",
    proof: "First show that it is you.",
    scan: "Scan this picture with your authenticator app, or type the secret into it. Then enter the code that the app shows.",
    qr: "QR code for the authenticator app",
    secret: "Secret",
    code: "Code of the app",
    code_hint: "Six digits; blanks do not matter.",
    code_wrong: "This code does not fit. Check that the phone's clock is right, and enter the code that shows now.",
    confirm: "Turn on",
    remove: "Remove",
    remove_title: "Remove the authenticator app?",
    remove_text: "Signing in no longer asks for its codes.",
    remove_last:
      "It is your last second factor: from then on signing in takes one step alone, and the recovery codes go, too.",
    removed: "Authenticator app removed",
  },
  codes: {
    name: "Recovery codes",
    text: "For when your phone is not at hand. Each is good once.",
    left_one: "{count} left",
    left_other: "{count} left",
    remake: "New codes",
    remake_title: "Make new recovery codes?",
    remake_text: "Ten new codes take the place of those before, which stop working at once.",
    title: "Your recovery codes",
    once: "Keep these codes where you find them without your phone: they are shown only this once. Each signs you in once.",
    copy: "Copy all",
    done: "I have kept them",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "two-step": typeof en;
  }
}
