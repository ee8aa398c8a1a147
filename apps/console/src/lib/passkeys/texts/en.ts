const en = {
  missing: {
    elsewhere: "Passkeys work where browsers reach this server at",
    insecure: "Passkeys cannot be had here: browsers give them to pages that come by https alone.",
    address:
      "Passkeys cannot be had here: browsers keep them for a name, and this server is called by an address. An administrator can give it a name and https.",
    frame: "Passkeys cannot be used within another site's page. Open UDT in a window of its own.",
    browser: "This browser knows no passkeys.",
  },
  fault: {
    cancelled: "No passkey was given. Try again, and unlock your device when it asks.",
    exists: "This device already keeps a passkey of yours for this server.",
    unfit: "This device cannot keep such a passkey: it must be able to ask for its PIN, a finger or a face.",
    device: "The browser or the device could not do it. Try again, or with another device.",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    passkeys: typeof en;
  }
}
