import { plainDots, type TextProblem, wordsOf } from '@opfsmark/schema/documents';
import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';
import { confusablesOf } from '../store/device-search.ts';

/** Makers of computers and drives, and what they call them: a name that only looks like one of these is none. */
const BRANDS = [
  'adata alienware amd aorus apple aspire asus chromebook corsair crucial dell dynabook elitebook framework fujitsu galaxy',
  'gigabyte google honor huawei hynix ideapad imac inspiron intel ipad iphone kingston kioxia latitude lenovo lexar macbook',
  'matebook microsoft nvidia oneplus oppo panasonic pavilion paypal pixel predator probook raspberry razer realme redmi sabrent',
  'samsung sandisk seagate sony surface synology thinkpad toshiba transcend vaio vivobook western xiaomi xps zenbook',
].flatMap((line) => line.split(' '));
const BRAND_WORDS = new Set(BRANDS);
/** Words and names of their own that only a mark or a stroke tells from one of them. */
const OWN_WORDS = new Set([
  ...['amcı', 'arnd', 'aspiré', 'deil', 'deli', 'imać', 'pavillon', 'predátor', 'píxel', 'surfacé', 'valo', 'wéstern'],
]);

/** Signs that stand for a letter beyond those that Unicode lists, and letters that look like two others. */
const STAND_INS: Readonly<Record<string, string>> = {
  ...{ 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', $: 's', '@': 'a', '!': 'l', '€': 'e' },
  ...{ d: 'cl', m: 'rn', w: 'vv' },
};
const standIn = (sign: string) => STAND_INS[sign] ?? sign;
/** Words with signs that stand for a letter. */
const SIGNED_WORDS = /[\p{L}\p{M}\p{N}$@!|€]+/gu;

/** The look of a word to who knows a brand, as it is written and in capitals: without marks, digits as letters. */
const looksOf = (word: string) =>
  confusablesOf(word).map((text) => Array.from(text.replaceAll(/\p{M}/gu, ''), standIn).join(''));

const BRAND_LOOKS = new Set(BRANDS.flatMap(looksOf));

/** "5amsung" and "H0N0R"; neither "V410" nor "XP5", which are models. */
function spellsWithDigits(word: string): boolean {
  const digits = word.match(/\p{N}/gu)?.length ?? 0;
  return digits === 0 || (word.length > 3 && 2 * digits <= word.length);
}

function looksLikeBrand(word: string): boolean {
  // In Turkish the capital of "i" is "İ".
  const ownWord = word.replaceAll('İ', 'I').toLowerCase();
  if (BRAND_WORDS.has(ownWord) || OWN_WORDS.has(ownWord)) return false;
  return spellsWithDigits(word) && looksOf(word).some((look) => BRAND_LOOKS.has(look));
}

/** "App1e14" is no other than "App1e 14". */
function withoutNumber(word: string): string {
  const letters = Array.from(word);
  return letters.slice(0, 1 + letters.findLastIndex((letter) => !/\p{N}/u.test(letter))).join('');
}

/** Names of software that are written like a host. */
const SOFTWARE = new Set(['asp.net', 'ado.net', 'vb.net', 'ml.net', 'paint.net', 'socket.io', 'draw.io']);
const STARTS_WITH_LETTER = /^\p{L}/u;
const HAS_LETTER = /\p{L}/u;

/** Labels that are joined by dots, the first of them with a letter and the last one beginning with one. */
function* hostsIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(/[\p{L}\p{M}\p{N}.-]+/gu)) {
    for (const part of run.split(/\.(?=\.)/)) {
      const labels = part.split('.').filter((label) => label !== '');
      const first = labels.findIndex((label) => HAS_LETTER.test(label));
      const last = labels.findLastIndex((label) => STARTS_WITH_LETTER.test(label));
      if (first !== -1 && last > first) yield labels.slice(first, last + 1).join('.');
    }
  }
}

/** A host under a suffix that anybody can register names below, by the public suffix list. */
const isHost = (text: string) => !SOFTWARE.has(text.toLowerCase()) && parse(text).isIcann === true;

/** Addresses that lead nowhere from elsewhere: machines at home and at work are called by them. */
const OWN_RANGES = new Set(['private', 'loopback', 'linkLocal', 'carrierGradeNat', 'uniqueLocal', 'unspecified']);

/** An address of the internet by its number. "v1.2.3.4" is a version. */
function hasIpAddress(text: string): boolean {
  for (const [run] of text.matchAll(/[\p{L}\p{N}.:]+/gu)) {
    const address = ipaddr.IPv6.isValid(run) ? run : /^(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/.exec(run)?.[0];
    if (address === undefined) continue;
    if (ipaddr.isValid(address) && !OWN_RANGES.has(ipaddr.process(address).range())) return true;
  }
  return false;
}

/** The objection to a name that only the service knows: its lists are too large for a page. */
export function serviceNameProblem(name: string): TextProblem | null {
  const text = plainDots(name);
  if (hasIpAddress(text) || hostsIn(text).some(isHost)) return 'address';
  const words = [...wordsOf(name), ...(name.match(SIGNED_WORDS) ?? [])].flatMap((word) => [word, withoutNumber(word)]);
  return words.some(looksLikeBrand) ? 'lookalike' : null;
}
