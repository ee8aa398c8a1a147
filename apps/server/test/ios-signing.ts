/** P12 files and provisioning profiles as Apple's tools write them, made anew for each test. Nobody signs anything with them. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import forge from "node-forge";
import { xmlPlist, type PlistInput } from "@udt/appfile/testing";

const { asn1, pki } = forge;
const { Class, Type, create } = asn1;
const DAY_MS = 86_400_000;
// What nothing is said of is good for years: the clocks of tests stand where they want.

/** How a P12 is sealed: Keychain's own way with RC2, the one of most tools until OpenSSL 3, and the present one. */
export type P12Scheme = "rc2" | "3des" | "aes256";

export interface SigningIdentity {
  key: forge.pki.rsa.PrivateKey;
  certificate: forge.pki.Certificate;
  der: Buffer;
}

let keys: forge.pki.rsa.KeyPair | undefined;
/** Making a key takes longer than all else; whose it is does not matter. */
const sharedKeys = (): forge.pki.rsa.KeyPair => (keys ??= pki.rsa.generateKeyPair(1024));

export function makeIdentity(
  options: { name?: string; team_id?: string; starts_at?: number; expires_at?: number } = {},
): SigningIdentity {
  const { name = "Apple Development: Ada Lovelace (A1B2C3D4E5)", team_id = "TEAM123456" } = options;
  const { publicKey, privateKey } = sharedKeys();
  const certificate = pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `40${randomBytes(7).toString("hex")}`;
  certificate.validity.notBefore = wholeSeconds(options.starts_at ?? Date.now() - DAY_MS);
  certificate.validity.notAfter = wholeSeconds(options.expires_at ?? Date.now() + 3650 * DAY_MS);
  const subject = [
    { name: "commonName", value: name, valueTagClass: Type.UTF8 as never },
    { shortName: "OU", value: team_id },
    { name: "organizationName", value: "Example Ltd" },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { key: privateKey, certificate, der: derOf(pki.certificateToAsn1(certificate)) };
}

const wholeSeconds = (at: number): Date => new Date(Math.floor(at / 1000) * 1000);
const derOf = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), "latin1");
const sequence = (...parts: forge.asn1.Asn1[]) => create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
const setOf = (...parts: forge.asn1.Asn1[]) => create(Class.UNIVERSAL, Type.SET, true, parts);
const oid = (name: string) =>
  create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(pki.oids[name] ?? name).getBytes());
const octets = (bytes: string) => create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes);
const integer = (value: number) => create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const nothing = () => create(Class.UNIVERSAL, Type.NULL, false, "");
const tagged = (number: number, ...parts: forge.asn1.Asn1[]) => create(Class.CONTEXT_SPECIFIC, number, true, parts);
const bytesOf = (value: forge.asn1.Asn1): string => asn1.toDer(value).getBytes();
const content = (type: string, ...held: forge.asn1.Asn1[]) => sequence(oid(type), tagged(0, ...held));

interface P12Options {
  password?: string;
  scheme?: P12Scheme;
  /** Of the check of the password; without one the file has none. */
  iterations?: number;
  /** Of what seals its parts. */
  bag_iterations?: number;
  withKey?: boolean;
}

/** PKCS#12: a sealed safe with the certificate, one with the sealed key, and the check of the password. */
export function makeP12(identities: SigningIdentity | readonly SigningIdentity[], options: P12Options = {}): Buffer {
  const { password = "secret", scheme = "aes256", iterations = 2048, bag_iterations = 2048, withKey = true } = options;
  const all = [identities].flat() as SigningIdentity[];
  const certificates = all.map(({ der }) =>
    sequence(oid("certBag"), tagged(0, sequence(oid("x509Certificate"), tagged(0, octets(der.toString("latin1")))))),
  );
  const keyBags = all.map(({ key }) => {
    const info = bytesOf(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)));
    // Keychain seals certificates alone with RC2.
    const { algorithm, sealed } = seal(info, password, scheme === "rc2" ? "3des" : scheme, bag_iterations);
    return sequence(oid("pkcs8ShroudedKeyBag"), tagged(0, sequence(algorithm, octets(sealed))));
  });
  const { algorithm, sealed } = seal(bytesOf(sequence(...certificates)), password, scheme, bag_iterations);
  const sealedContent = create(Class.CONTEXT_SPECIFIC, 0, false, sealed);
  const safes = bytesOf(
    sequence(
      content("encryptedData", sequence(integer(0), sequence(oid("data"), algorithm, sealedContent))),
      ...(withKey ? [content("data", octets(bytesOf(sequence(...keyBags))))] : []),
    ),
  );
  return derOf(sequence(integer(3), content("data", octets(safes)), macOf(safes, password, iterations)));
}

function macOf(safes: string, password: string, iterations: number): forge.asn1.Asn1 {
  const salt = forge.random.getBytesSync(8);
  // One that claims more rounds than anybody waits for does not have to be true.
  const rounds = Math.min(iterations, 20_480);
  const key = pkcs12Key(password, salt, 3, rounds, 20);
  const mac = forge.hmac.create();
  mac.start("sha1", key);
  mac.update(safes);
  const digest = sequence(sequence(oid("sha1"), nothing()), octets(mac.digest().getBytes()));
  return sequence(digest, octets(salt), integer(iterations));
}

const pkcs12Key = (password: string, salt: string, id: number, rounds: number, bytes: number): string => {
  const { generatePkcs12Key } = (
    pki as unknown as { pbe: { generatePkcs12Key: (...of: unknown[]) => forge.util.ByteStringBuffer } }
  ).pbe;
  return generatePkcs12Key(password, forge.util.createBuffer(salt), id, rounds, bytes).getBytes();
};

function seal(
  plain: string,
  password: string,
  scheme: P12Scheme,
  iterations: number,
): { algorithm: forge.asn1.Asn1; sealed: string } {
  const salt = forge.random.getBytesSync(8);
  const rounds = Math.min(iterations, 2048);
  if (scheme === "aes256") {
    const iv = forge.random.getBytesSync(16);
    const key = forge.pkcs5.pbkdf2(forge.util.encodeUtf8(password), salt, rounds, 32, "sha256");
    const derivation = sequence(
      oid("pkcs5PBKDF2"),
      sequence(octets(salt), integer(iterations), integer(32), sequence(oid("hmacWithSHA256"), nothing())),
    );
    const algorithm = sequence(oid("pkcs5PBES2"), sequence(derivation, sequence(oid("aes256-CBC"), octets(iv))));
    return { algorithm, sealed: encrypted(forge.cipher.createCipher("AES-CBC", key), iv, plain) };
  }
  const iv = pkcs12Key(password, salt, 2, rounds, 8);
  const key = pkcs12Key(password, salt, 1, rounds, scheme === "rc2" ? 5 : 24);
  const name = scheme === "rc2" ? "pbewithSHAAnd40BitRC2-CBC" : "pbeWithSHAAnd3-KeyTripleDES-CBC";
  const rc2 = (
    forge as unknown as { rc2: { createEncryptionCipher(key: string, bits: number): forge.cipher.BlockCipher } }
  ).rc2;
  const cipher = scheme === "rc2" ? rc2.createEncryptionCipher(key, 40) : forge.cipher.createCipher("3DES-CBC", key);
  const algorithm = sequence(oid(name), sequence(octets(salt), integer(iterations)));
  return {
    algorithm,
    sealed: scheme === "rc2" ? encryptedByRc2(cipher, iv, plain) : encrypted(cipher, iv, plain),
  };
}

function encrypted(cipher: forge.cipher.BlockCipher, iv: string, plain: string): string {
  cipher.start({ iv });
  cipher.update(forge.util.createBuffer(plain));
  cipher.finish();
  return cipher.output.getBytes();
}

/** The library's RC2 is begun in a way of its own. */
function encryptedByRc2(cipher: forge.cipher.BlockCipher, iv: string, plain: string): string {
  (cipher as unknown as { start(iv: string): void }).start(iv);
  cipher.update(forge.util.createBuffer(plain));
  cipher.finish();
  return cipher.output.getBytes();
}

export interface ProfileOptions {
  name?: string;
  team_id?: string;
  starts_at?: number;
  expires_at?: number;
  kind?: "development" | "ad_hoc" | "enterprise" | "app_store";
  bundle?: string;
  udids?: string[];
  /** Besides which app it is for. */
  entitlements?: Record<string, PlistInput>;
  platforms?: string[];
  /** What of the property list is left out. */
  without?: string[];
}

/** A property list within signed data, in one piece or, as BER allows, in several. Who signed it is nobody. */
export function makeProfile(
  certificates: readonly SigningIdentity[],
  options: ProfileOptions = {},
  pieces = 1,
): Buffer {
  const plist = profilePlist(certificates, options);
  const size = Math.ceil(plist.length / pieces);
  const parts = Array.from({ length: pieces }, (_, index) =>
    octets(plist.subarray(index * size, (index + 1) * size).toString("latin1")),
  );
  const [only] = parts;
  const held = pieces === 1 && only ? only : create(Class.UNIVERSAL, Type.OCTETSTRING, true, parts);
  return derOf(content("signedData", sequence(integer(1), setOf(), content("data", held), setOf())));
}

/** What a profile's signature is over. */
export function profilePlist(certificates: readonly SigningIdentity[], options: ProfileOptions = {}): Buffer {
  const { kind = "development", team_id = "TEAM123456", bundle = "com.example.*" } = options;
  const { udids = ["00008110-000A1B2C3D4E5F60", "f".repeat(40)] } = options;
  const isForSome = kind === "development" || kind === "ad_hoc";
  const all: Record<string, PlistInput> = {
    Name: options.name ?? "Example Development",
    UUID: randomUUID(),
    TeamName: "Example Ltd",
    TeamIdentifier: [team_id],
    ApplicationIdentifierPrefix: [team_id],
    Platform: options.platforms ?? ["iOS", "xrOS", "visionOS"],
    CreationDate: wholeSeconds(options.starts_at ?? Date.now() - DAY_MS),
    ExpirationDate: wholeSeconds(options.expires_at ?? Date.now() + 3000 * DAY_MS),
    DeveloperCertificates: certificates.map(({ der }) => der),
    Entitlements: {
      "application-identifier": `${team_id}.${bundle}`,
      "get-task-allow": kind === "development",
      ...options.entitlements,
    },
    ...(isForSome && { ProvisionedDevices: udids }),
    ...(kind === "enterprise" && { ProvisionsAllDevices: true }),
  };
  return xmlPlist(Object.fromEntries(Object.entries(all).filter(([key]) => !options.without?.includes(key))));
}

/** As keychains show it. */
export const sha1Of = ({ der }: SigningIdentity): string => createHash("sha1").update(der).digest("hex");

export interface SigningFiles {
  p12: File;
  password: string;
  mobileprovision: File;
}

/** A pair that goes together, as a form sends it. */
export function signingFiles(
  options: { identity?: SigningIdentity; password?: string; scheme?: P12Scheme; profile?: ProfileOptions } = {},
): SigningFiles {
  const { identity = makeIdentity(), password = "secret" } = options;
  return {
    p12: p12FileOf(makeP12(identity, { password, ...(options.scheme && { scheme: options.scheme }) })),
    password,
    mobileprovision: profileFileOf(makeProfile([identity], options.profile)),
  };
}

export const p12FileOf = (bytes: Buffer, name = "signing.p12"): File => new File([new Uint8Array(bytes)], name);
export const profileFileOf = (bytes: Buffer, name = "app.mobileprovision"): File =>
  new File([new Uint8Array(bytes)], name);
