import { GIB } from '@opfsmark/schema/documents';
import { FORGET } from '@opfsmark/schema/families';

interface Device {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean } | undefined;
  /** In GiB, rounded and capped. */
  readonly deviceMemory?: number;
}

function isPhone({ userAgent, userAgentData }: Device): boolean {
  return userAgentData?.mobile ?? /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent);
}

/** The same of a request: the page is drawn for a phone before any script says that it is one. */
export function isFromPhone({ headers }: Request): boolean {
  const mobile = headers.get('sec-ch-ua-mobile');
  const userAgentData = mobile === null ? undefined : { mobile: mobile === '?1' };
  return isPhone({ userAgent: headers.get('user-agent') ?? '', userAgentData });
}

/**
 * Whether a person must choose before the system is made to forget: on a phone, whose other apps would be dropped from
 * memory, and where there is more memory than can be forgotten. Not where the link already says what to read.
 */
export function asksBeforeForgetting(parameters: URLSearchParams, device: Device = navigator): boolean {
  if (parameters.has('cache')) return false;
  return isPhone(device) || (device.deviceMemory ?? 0) * GIB > FORGET.maxBytes;
}
