/** Why a service cannot be reached, from what the system says, and what helps. */

interface Cause {
  readonly code: string;
  readonly message: string;
}

/** `fetch` says that it failed, and why in the error behind that; where several addresses were tried, behind the first of these. */
function causeOf(error: unknown): Cause {
  const nested = error instanceof AggregateError ? (error.errors[0] as unknown) : error instanceof Error && error.cause;
  if (nested instanceof Error) return causeOf(nested);
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, message: error.message };
}

const TIMEOUTS = [
  'TimeoutError',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const NO_NAME = ['ENOTFOUND', 'EAI_AGAIN'];
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
/** The codes of OpenSSL for a certificate whose issuer is not known here: a company's, or one that somebody made. */
const UNKNOWN_CERTIFICATE =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_UNTRUSTED)$/;
const WRONG_CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT_)/;

type Environment = Readonly<Record<string, string | undefined>>;

const firstOf = (environment: Environment, names: readonly string[]) =>
  names.map((name) => environment[name] ?? '').find((value) => value !== '') ?? null;

/** The proxy that a service of this address is asked through, without the password that it may have. */
function proxyOf(service: string, environment: Environment): string | null {
  const isSecure = service.startsWith('https:');
  const names = isSecure ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const proxy = firstOf(environment, names);
  if (proxy === null || !URL.canParse(proxy)) return proxy === null ? null : 'its proxy';
  return new URL(proxy).host;
}

/** In a sentence or two; a proxy is named where one stands between. */
export function whyUnreachable(error: unknown, service: string, environment: Environment = process.env): string {
  const { code, message } = causeOf(error);
  const proxy = proxyOf(service, environment);
  const variable = service.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const behind = proxy === null ? '' : ` through the proxy ${proxy}`;
  const useProxy = proxy === null ? ` Where only a proxy reaches it, set ${variable}.` : '';
  if (NO_NAME.includes(code)) {
    return proxy === null
      ? `The name of ${service} was not found.${useProxy}`
      : `A name was not found: that of the proxy ${proxy}, or of ${service}.`;
  }
  if (code === 'ECONNREFUSED') return `${proxy ?? service} refuses the connection: nothing listens there.${useProxy}`;
  if (UNKNOWN_CERTIFICATE.test(code)) {
    return (
      `${service} has a certificate whose issuer this computer does not know (${code}). ` +
      'If it is your company’s, name the file of its root certificate: NODE_EXTRA_CA_CERTS=FILE.'
    );
  }
  if (WRONG_CERTIFICATE.test(code)) return `${service} has a certificate that is not valid for it: ${message}.`;
  if (TIMEOUTS.includes(code)) return `${service} does not answer${behind}.${useProxy}`;
  if (BROKEN.includes(code)) return `${service} ended the connection${behind} without an answer.`;
  return `${service} cannot be reached${behind}: ${message}.`;
}
