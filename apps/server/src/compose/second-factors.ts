/** What people prove themselves by beside a password: authenticator apps, recovery codes, passkeys. */
import { PasskeyCeremonies } from "../people/users/passkey-ceremonies.ts";
import type { PasskeyPlace } from "../people/users/passkey-place.ts";
import { PasskeySignIn } from "../people/users/passkey-sign-in.ts";
import { passkeysRoutes } from "../people/users/passkeys.routes.ts";
import { PasskeysService } from "../people/users/passkeys.service.ts";
import { secondFactorRoutes } from "../people/users/second-factor.routes.ts";
import { SecondFactorService, type SecondFactorNeeds } from "../people/users/second-factor.service.ts";
import type { AccountMail } from "../people/users/mail/account-mail.ts";
import type { CookieSettings } from "../platform/http/cookies.ts";
import type { Routes } from "../platform/http/routes.ts";

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
