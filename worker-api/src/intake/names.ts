import type { TextProblem } from '@opfsmark/schema/documents';
import { parse } from 'tldts';
import { skeletonsOf } from '../base/skeleton.ts';

/** Makers of computers and drives, and what they call them: a name that only looks like one of these is none. */
const BRANDS = [
  'adata alienware amd aorus apple aspire asus chromebook corsair crucial dell dynabook elitebook framework fujitsu galaxy',
  'gigabyte google honor huawei hynix ideapad imac inspiron intel ipad iphone kingston kioxia latitude lenovo lexar macbook',
  'matebook microsoft nvidia oneplus oppo panasonic pavilion paypal pixel predator probook raspberry razer realme redmi sabrent',
  'samsung sandisk seagate sony surface synology thinkpad toshiba transcend vaio vivobook western xiaomi xps zenbook',
].flatMap((line) => line.split(' '));
const BRAND_WORDS = new Set(BRANDS);
const BRAND_SKELETONS = new Set(BRANDS.flatMap(skeletonsOf));
/** The same for words in ASCII, of which "rn" is no m: "Arnd" is a name. */
const strokes = (word: string) => word.toLowerCase().replace(/[il1]/g, 'l').replaceAll('0', 'o');
const BRAND_STROKES = new Set(BRANDS.map(strokes));

function looksLikeBrand(word: string): boolean {
  if (BRAND_WORDS.has(word.toLowerCase())) return false;
  if (/^[ -~]+$/.test(word)) return BRAND_STROKES.has(strokes(word));
  return skeletonsOf(word).some((skeleton) => BRAND_SKELETONS.has(skeleton));
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Labels that are joined by dots, the last one of letters. */
const HOSTS = /[\p{L}\p{M}\p{N}-]*\p{L}[\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}[\p{L}\p{M}\p{N}-]*/gu;
/** Names of software that are written like a host. */
const SOFTWARE = new Set(['asp.net', 'ado.net', 'vb.net', 'ml.net', 'paint.net', 'socket.io', 'draw.io']);

/** A host under a suffix that anybody can register names below, by the public suffix list. */
const isHost = (text: string) => !SOFTWARE.has(text.toLowerCase()) && parse(text).isIcann === true;

/** What only the service knows of a name that may be shown otherwise: its lists are too large for a page. */
export function serviceNameProblem(name: string): TextProblem | null {
  if ([...name.matchAll(HOSTS)].some(([host]) => isHost(host))) return 'address';
  return [...name.matchAll(WORDS)].some(([word]) => looksLikeBrand(word)) ? 'lookalike' : null;
}
