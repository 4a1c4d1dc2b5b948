import { HOSTING } from '@opfsmark/schema/ranks';
import ipaddr from 'ipaddr.js';
import { toBase64Url, toHex } from '../base/crypto.ts';
import { dayOf } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { dayKey, lastingKey } from '../store/keys.ts';

/**
 * Autonomous systems of large clouds, hosting and VPN providers. Addresses there are for rent by the hour, so many of them show
 * no more than one person. The list need not be whole: each entry makes a made-up rank dearer.
 * Most numbers stand in https://github.com/brianhama/bad-asn-list; the others are registered under the name they have here.
 */
const BY_NAME: Readonly<Record<string, readonly number[]>> = {
  '31173 Services': [39351],
  Alibaba: [37963, 45102],
  Amazon: [14618, 16509],
  Choopa: [20473],
  Cloudflare: [13335],
  ColoCrossing: [36352],
  Contabo: [51167],
  Datacamp: [60068, 212238],
  DigitalOcean: [14061],
  FranTech: [53667],
  Google: [15169, 396982],
  Hetzner: [24940, 213230],
  Hivelocity: [29802],
  Hostinger: [47583],
  Huawei: [136907],
  IONOS: [8560],
  LeaseWeb: [28753, 30633, 60781],
  Linode: [63949],
  Liquid: [32244],
  M247: [9009],
  Microsoft: [8075],
  Netcup: [197540],
  NForce: [43350],
  Oracle: [31898],
  OVH: [16276],
  PacketHub: [136787, 147049],
  Proton: [62371, 209103],
  Psychz: [40676],
  QuadraNet: [8100],
  Scaleway: [12876],
  Servers: [7979],
  SoftLayer: [36351],
  Strato: [6724],
  Tencent: [45090, 132203],
  TotalServerSolutions: [14141, 46562],
  Voxility: [3223],
};

const HOSTING_PROVIDERS: ReadonlySet<number> = new Set(Object.values(BY_NAME).flat());

/** An address, which proxies also write as "1.2.3.4:5678" or "[2001:db8::1]:443"; one of version 4 within version 6 is that one. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** The /24 of an address of version 4, and of one of version 6 as many bits as given. What is no address is a network of its own. */
export function networkOf(address: string, bits6: 48 | 56 = 56): string {
  const ip = parseAddress(address);
  if (ip === null) return address;
  if (ip instanceof ipaddr.IPv4) return `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/24`).toString()}/24`;
  const bytes = ip.toByteArray().map((byte, i) => (i < bits6 / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits6}`;
}

export const addressOf = (request: Request) => request.headers.get('cf-connecting-ip') ?? '127.0.0.1';

/**
 * The tag of a request's network (/24 or /48): 64 bits of an HMAC. It is the same every day, so that a network counts once, and
 * no two networks share one. Only who has the key can tell whose it is.
 */
export const networkTagOf = (db: Db, request: Request): Promise<SourceTag> =>
  tagOf(db, networkOf(addressOf(request), 48));

const TAG_BYTES = 8;

async function tagOf(db: Db, text: string): Promise<SourceTag> {
  const key = await lastingKey(db, 'network');
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return toBase64Url(mac.slice(0, TAG_BYTES));
}

/** The tag of the provider that Cloudflare names; its network stands for one that nobody names. */
export async function providerTagOf(
  db: Db,
  request: Request,
  { BEHIND_CLOUDFLARE }: Pick<Env, 'BEHIND_CLOUDFLARE'>,
): Promise<SourceTag> {
  const asn = BEHIND_CLOUDFLARE === '1' ? request.cf?.asn : undefined;
  if (typeof asn !== 'number') return networkTagOf(db, request);
  return HOSTING_PROVIDERS.has(asn) ? HOSTING : tagOf(db, `AS${asn}`);
}

/** A name that holds for one day: it reveals no address and cannot be linked across days. */
async function nameOfDay(db: Db, text: string, nowMs: number): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(`src ${text}`);
  return new Uint8Array(await crypto.subtle.sign('HMAC', await dayKey(db, dayOf(nowMs)), bytes));
}

/** Such a name for the network of a request (/24 or /56). */
export async function sourceOf(db: Db, request: Request, nowMs: number): Promise<string> {
  return toHex((await nameOfDay(db, networkOf(addressOf(request)), nowMs)).slice(0, 16));
}

/** Where a request comes from. */
export interface RequestSource {
  /** The tag that runs and reports are stored with. */
  readonly network: SourceTag;
  readonly provider: SourceTag;
  /** Short names of a day: of its network, and of the /48 around it, which an address of version 4 does not have. */
  readonly networkName: string;
  readonly wideName: string | null;
  /** One of a machine there. */
  readonly machineName: (rig: string) => Promise<string>;
}

const SHORT_NAME_BYTES = 6;

export async function readSource(
  db: Db,
  request: Request,
  vars: Pick<Env, 'BEHIND_CLOUDFLARE'>,
  nowMs: number,
): Promise<RequestSource> {
  const address = addressOf(request);
  const [ownNetwork, wideNetwork] = [networkOf(address), networkOf(address, 48)];
  const shortName = async (text: string) => toBase64Url((await nameOfDay(db, text, nowMs)).slice(0, SHORT_NAME_BYTES));
  return {
    network: await networkTagOf(db, request),
    provider: await providerTagOf(db, request, vars),
    networkName: await shortName(ownNetwork),
    wideName: ownNetwork === wideNetwork ? null : await shortName(wideNetwork),
    machineName: (rig) => shortName(`${ownNetwork} ${rig}`),
  };
}

/** The tag by which a group knows the network of a request (/24 or /56): it has another one in each group. */
export const originIn = (db: Db, groupId: string, request: Request): Promise<SourceTag> =>
  tagOf(db, `${groupId} ${networkOf(addressOf(request))}`);

/** Such a name for the provider that a ticket was asked for from. */
export async function originOf(db: Db, provider: SourceTag, dayMs: number): Promise<string> {
  return toBase64Url((await nameOfDay(db, `provider ${provider}`, dayMs)).slice(0, 8));
}
