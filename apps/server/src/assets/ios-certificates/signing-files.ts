import { UdtError } from "@udt/contract";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import * as repository from "./ios-certificates.repository.ts";
import type { PairFiles } from "./pair.ts";
import { openP12, openProfile } from "./sealed-files.ts";

/** @throws UdtError ios_certificate_not_found */
export async function findWithFiles(db: Queries, project_id: string, cert_id: string) {
  const found = await repository.findWithFiles(db, project_id, cert_id);
  if (!found) throw new UdtError("ios_certificate_not_found", { cert_id });
  return found;
}

/** What certificates sign with, for the server's own use. */
export class SigningFiles {
  readonly #needs: { database: Database; secrets: SecretBox };

  constructor(needs: { database: Database; secrets: SecretBox }) {
    this.#needs = needs;
  }

  /**
   * A certificate with its profile, for whoever judges by it; undefined where the key that sealed it was lost.
   * @throws UdtError ios_certificate_not_found
   */
  async profileOf(
    project_id: string,
    cert_id: string,
  ): Promise<{ certificate: repository.CertificateFacts; profile: Uint8Array | undefined }> {
    const { certificate, sealed } = await findWithFiles(this.#needs.database.db, project_id, cert_id);
    const isLost = sealed.profile_sealed === "";
    return { certificate, profile: isLost ? undefined : openProfile(this.#needs.secrets, cert_id, sealed) };
  }

  /**
   * All that signs with a certificate, for whoever signs.
   * @throws UdtError ios_certificate_not_found, ios_certificate_files_lost
   */
  async filesOf(
    project_id: string,
    cert_id: string,
  ): Promise<{ certificate: repository.CertificateFacts; files: PairFiles }> {
    const { certificate, sealed } = await findWithFiles(this.#needs.database.db, project_id, cert_id);
    if (sealed.p12_sealed === "" || sealed.profile_sealed === "")
      throw new UdtError("ios_certificate_files_lost", { title: certificate.title });
    const files = {
      ...openP12(this.#needs.secrets, cert_id, sealed),
      profile: openProfile(this.#needs.secrets, cert_id, sealed),
    };
    return { certificate, files };
  }
}
