import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Names where it may send browsers back to; it serves nothing before. */
  allow(redirect_uri: string): void;
}

/** What the provider says of a person, by the name they sign in with there. */
export type Claims = (login: string) => { name?: string; email?: string; email_verified?: boolean };

/** A real OpenID provider on a free port. Anybody signs in there with any name and password; PKCE is demanded. */
export async function startIdentityProvider(claims: Claims): Promise<IdentityProvider> {
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client_id = "udt";
  const client_secret = randomBytes(16).toString("hex");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    issuer,
    client_id,
    client_secret,
    allow(redirect_uri) {
      const provider = new Provider(issuer, {
        clients: [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
        jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
        cookies: { keys: [randomBytes(16).toString("hex")] },
        pkce: { required: () => true },
        claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims(sub) }) }),
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      });
      const callback = provider.callback();
      serve = (request, response) => void callback(request, response);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
