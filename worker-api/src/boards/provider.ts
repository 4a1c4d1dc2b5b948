/** A keyed tag of the internet provider (autonomous system) that a run came from: it names none, and is the same every day. */
export type ProviderTag = number;

/** Hosting and VPN providers: whoever pays has many of them, so they count for nobody. */
export const NO_PROVIDER: ProviderTag = -1;
