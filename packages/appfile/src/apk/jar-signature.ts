import { Bytes } from "./bytes.ts";

/** DER tags, https://www.itu.int/rec/T-REC-X.690-202102-I/en */
const CONTEXT_0 = 0xa0;

interface DerNode {
  tag: number;
  /** Tag, length and content. */
  whole: Buffer;
  content: Buffer;
}

/** The signature files of v1 (JAR) signing. */
export const JAR_SIGNATURE = /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i;

/** Certificate chains and signers are a few; more is nothing to walk through. */
const MAX_CHILDREN = 256;

/**
 * The signer's certificate (DER) from a PKCS#7 SignedData, as META-INF/*.RSA holds it: the one the first SignerInfo
 * names by issuer and serial number. https://www.rfc-editor.org/rfc/rfc5652#section-5.1
 */
export function jarSignerCertificate(content: Buffer): Buffer {
  const contentInfo = derChildren(derNode(content, 0).content);
  const signedData = derChildren(childAt(derChildren(childAt(contentInfo, 1).content), 0).content);
  const certificates = signedData.find((node) => node.tag === CONTEXT_0);
  const signerInfo = derChildren(childAt(signedData, signedData.length - 1).content);
  const [issuer, serial] = derChildren(childAt(derChildren(childAt(signerInfo, 0).content), 1).content);
  const signer = derChildren(certificates?.content ?? Buffer.alloc(0)).find((certificate) => {
    const fields = derChildren(childAt(derChildren(certificate.content), 0).content);
    // The version before the serial number is left out by the oldest certificates.
    const at = fields[0]?.tag === CONTEXT_0 ? 1 : 0;
    return same(fields[at], serial) && same(fields[at + 2], issuer);
  });
  if (!signer) throw damaged("does not hold its signer's certificate");
  return signer.whole;
}

const same = (a: DerNode | undefined, b: DerNode | undefined): boolean =>
  a !== undefined && b !== undefined && a.whole.equals(b.whole);

function childAt(nodes: DerNode[], index: number): DerNode {
  const node = nodes[index];
  if (!node) throw damaged("ends too early");
  return node;
}

function derChildren(content: Buffer): DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < content.length;) {
    if (nodes.length >= MAX_CHILDREN) throw damaged("has too many parts");
    const node = derNode(content, at);
    nodes.push(node);
    at += node.whole.length;
  }
  return nodes;
}

function derNode(buffer: Buffer, at: number): DerNode {
  const bytes = new Bytes(buffer, "The JAR signature");
  const firstLength = bytes.u8(at + 1);
  let length = firstLength;
  let start = at + 2;
  if (firstLength & 0x80) {
    const lengthBytes = firstLength & 0x7f;
    if (lengthBytes === 0 || lengthBytes > 4) throw bytes.damaged("has a length that is not DER");
    length = bytes.slice(start, start + lengthBytes).readUIntBE(0, lengthBytes);
    start += lengthBytes;
  }
  const end = start + length;
  return { tag: bytes.u8(at), whole: bytes.slice(at, end), content: bytes.slice(start, end) };
}

const damaged = (how: string): Error => new Bytes(Buffer.alloc(0), "The JAR signature").damaged(how);
