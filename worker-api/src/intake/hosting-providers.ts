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

export const HOSTING_PROVIDERS: ReadonlySet<number> = new Set(Object.values(BY_NAME).flat());
