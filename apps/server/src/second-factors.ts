/** What people prove themselves by beside a password: authenticator apps, recovery codes, passkeys. */
import { PasskeyCeremonies } from "./modules/users/passkey-ceremonies.ts";
import type { PasskeyPlace } from "./modules/users/passkey-place.ts";
import { PasskeySignIn } from "./modules/users/passkey-sign-in.ts";
import { passkeysRoutes } from "./modules/users/passkeys.routes.ts";
import { PasskeysService } from "./modules/users/passkeys.service.ts";
import { secondFactorRoutes } from "./modules/users/second-factor.routes.ts";
import { SecondFactorService, type SecondFactorNeeds } from "./modules/users/second-factor.service.ts";
import type { AccountMail } from "./modules/users/mail/account-mail.ts";
import type { CookieSettings } from "./platform/http/cookies.ts";
import type { Routes } from "./platform/http/routes.ts";

export function startSecondFactors({
  place,
  ...needs
}: Omit<SecondFactorNeeds, "passkeyPlace"> & {
  /** Where passkeys work, known once the server listens. */
  place: () => PasskeyPlace | undefined;
}) {
  const { database, clock } = needs;
  const ceremonies = new PasskeyCeremonies({ database, clock, place });
  const factors = new SecondFactorService({ ...needs, passkeyPlace: place });
  const passkeys = new PasskeysService({ ...needs, ceremonies });
  const signIn = new PasskeySignIn({ ...needs, ceremonies });
  return {
    mount(routes: Routes, mail: AccountMail, cookie: CookieSettings): void {
      secondFactorRoutes(routes, factors, mail, cookie);
      passkeysRoutes(routes, { passkeys, signIn, mail }, cookie);
    },
  };
}
