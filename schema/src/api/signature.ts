/** HTTP message signatures (RFC 9421) as `opfsmark publish --key` makes them: Ed25519 over method, path and digest of the body. */
export const SIGNED_FIELDS = '("@method" "@path" "content-digest")';

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const unpadded = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const KEY_ID_BYTES = 8;

/** By which a key is known: the first bytes of the SHA-256 of its 32 public bytes, in base64url. */
export async function keyIdOf(publicKey: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey));
  return unpadded(base64(hash.slice(0, KEY_ID_BYTES)));
}

/** RFC 9530: of the body as it is sent. */
export async function contentDigest(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha-256=:${base64(new Uint8Array(await crypto.subtle.digest('SHA-256', body)))}:`;
}

/** The bytes that are signed. `params`: `Signature-Input` without its label. */
export function signatureBase(
  { method, path, digest }: { readonly method: string; readonly path: string; readonly digest: string },
  params: string,
): Uint8Array<ArrayBuffer> {
  const lines = [
    `"@method": ${method}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ];
  return Uint8Array.from(new TextEncoder().encode(lines.join('\n')));
}

/** The headers by which a request says who confirms it. */
export async function signatureHeaders(
  request: { readonly method: string; readonly path: string; readonly body: Uint8Array<ArrayBuffer> },
  key: { readonly id: string; readonly sign: (bytes: Uint8Array) => Promise<Uint8Array> },
  nowMs: number,
): Promise<Record<'content-digest' | 'signature-input' | 'signature', string>> {
  const digest = await contentDigest(request.body);
  const params = `${SIGNED_FIELDS};created=${Math.floor(nowMs / 1000)};keyid="${key.id}";alg="ed25519"`;
  const signature = await key.sign(signatureBase({ ...request, digest }, params));
  return {
    'content-digest': digest,
    'signature-input': `opfsmark=${params}`,
    signature: `opfsmark=:${base64(signature)}:`,
  };
}
