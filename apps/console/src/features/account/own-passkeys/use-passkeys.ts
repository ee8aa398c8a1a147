import { passkeyEndpoints } from "@udt/contract/endpoints/passkeys";
import { api } from "../../../lib/api/api.ts";
import { makePasskey } from "../../../lib/passkeys/index.ts";
import { useChange } from "../two-step/use-two-step.ts";

/** What proves who the user is; nothing for who has no password here. */
type Proof = { password?: string };

export const useAddPasskey = () =>
  useChange(async ({ name, proof }: { name: string; proof: Proof }) => {
    const { options } = await api.call(passkeyEndpoints.passkeyBegin, { body: proof });
    return api.call(passkeyEndpoints.passkeyAdd, { body: { name, credential: await makePasskey(options) } });
  });

export const useRenamePasskey = (passkey_id: string) =>
  useChange((name: string) => api.call(passkeyEndpoints.passkeyRename, { params: { passkey_id }, body: { name } }));

export const useRemovePasskey = (passkey_id: string) =>
  useChange((password: string | undefined) =>
    api.call(passkeyEndpoints.passkeyRemove, {
      params: { passkey_id },
      body: password === undefined ? {} : { password },
    }),
  );
