interface Device {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean } | undefined;
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
 * Whether the address is a link that somebody else shared: others run the same plan, so it is asked about and not
 * replaced.
 */
export const isShared = (parameters: URLSearchParams): boolean => parameters.has('group') || parameters.has('beside');

/**
 * Whether a person must choose before the system is made to forget: on a phone, whose other apps would be dropped from
 * memory, and where an earlier run found more memory than can be forgotten. Not where the link already says what to read.
 */
export function asksBeforeForgetting(
  parameters: URLSearchParams,
  wasTooMuch: boolean,
  device: Device = navigator,
): boolean {
  return !parameters.has('cache') && (wasTooMuch || isPhone(device));
}
