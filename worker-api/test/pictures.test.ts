import { isMeasured, NOTES } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { COLORS } from '@opfsmark/schema/answer/picture';
import { linesBelow, noteText, placeText, pointsText } from '@opfsmark/schema/answer/words';
import { OEmbed, ShieldsBadge } from '@opfsmark/schema/api';
import { isScore, scoreOf } from '@opfsmark/schema/families/matrix/score';
import type { RunRecord } from '@opfsmark/schema/families';
import { REAL_RECORDS, realRecord } from '@opfsmark/schema/test-support/real-records';
import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import bold from '../assets/noto-sans-bold.otf';
import regular from '../assets/noto-sans-regular.otf';
import { charactersOf, ogComparison, ogSvg, renderPng, writable } from '../src/pictures/card.ts';
import { type Language, LOCALES } from '../src/pictures/words.ts';
import { ask, publish } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeUpload } from './runs.ts';

describe('pictures', () => {
  beforeAll(startEmpty);

  const HOSTILE = `<script>alert('x')</script>&"]]>`;

  it('draws the badge as SVG and says it for shields.io', async () => {
    const { run_id } = await publish(makeUpload());
    const svg = await ask(`/badge/${run_id}.svg`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(await svg.text()).toMatch(/^<svg .*Drive: [\d,.]+ [µm]s per small read \((?:good|fair|poor)\).*<\/svg>$/s);
    const json = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json`)).json());
    expect(json.message).toMatch(/^Drive: [\d,.]+ [µm]s per small read \((?:good|fair|poor)\)$/);
  });

  it('gives the memory of a picture back at once: that of the renderer never shrinks', async () => {
    const render = vi.spyOn(Resvg.prototype, 'render');
    const png = await renderPng('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const [image] = render.mock.results.map(({ value }) => value as { readonly __wbg_ptr: number });
    render.mockRestore();
    expect([png.length > 0, image?.__wbg_ptr]).toEqual([true, 0]);
  });

  it('draws a PNG of 1200 x 630 once and keeps it', async () => {
    const { run_id } = await publish(makeUpload({ declared: { device: `ノート PC ${HOSTILE}` } }));
    const first = await ask(`/og/${run_id}.png`);
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await first.arrayBuffer());
    expect(new TextDecoder('latin1').decode(bytes.slice(1, 4))).toBe('PNG');
    const size = new DataView(bytes.buffer);
    expect([size.getUint32(16), size.getUint32(20)]).toEqual([1200, 630]);
    expect(new Uint8Array(await (await ask(`/og/${run_id}.png`)).arrayBuffer())).toEqual(bytes);
  });

  it('draws results of one family side by side, and says why it draws no others', async () => {
    const [a, b] = [await publish(makeUpload()), await publish(makeUpload())];
    const picture = await ask(`/og/compare/${a.run_id},${b.run_id}.png?lang=ja`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const records = REAL_RECORDS.map(([, record]) => record).filter(({ family }) => family === 'matrix');
    const svg = ogComparison(
      records
        .slice(0, 6)
        .map((record, index) => ({ record, declared: { device: `PC ${HOSTILE}`, drive: `SSD ${index}` } })),
      'en',
    );
    expect(svg).not.toContain('<script>');
    for (const index of Array(6).keys()) expect(svg).toContain(`>SSD ${index}<`);
    const { run_id } = await publish({ ...makeUpload(), record: realRecord('chromium-family-sustained') });
    expect((await ask(`/og/compare/${a.run_id},${run_id}.png`)).status).toBe(400);
    expect((await ask('/og/compare/x.png')).status).toBe(404);
    expect((await ask(`/og/compare/${a.run_id},7777777777777777.png`)).status).toBe(404);
  });

  it('the badge has the colour of its verdict, and is grey where the drive was not measured', async () => {
    const colorsOf = async (upload: ReturnType<typeof makeUpload>) => {
      const { run_id } = await publish(upload);
      const { color } = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json`)).json());
      const svg = await (await ask(`/badge/${run_id}.svg`)).text();
      return [color, /<rect x[^>]* fill="#(\w+)"/.exec(svg)?.[1]];
    };
    const [measuredColor] = await colorsOf(makeUpload());
    expect(measuredColor).toBe(COLORS.fair.slice(1));
    const [memoryColor, drawnColor] = await colorsOf(makeUpload({ keptInMemory: true }));
    expect(memoryColor).not.toBe(measuredColor);
    expect(drawnColor).toBe(memoryColor);
  });

  it('stands in a frame on any page, in the language that is asked for, and runs nothing', async () => {
    const { run_id } = await publish(makeUpload({ declared: { device: HOSTILE } }));
    const response = await ask(`/og/${run_id}.html?lang=ja`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toContain('script-src');
    const html = await response.text();
    expect(html).toContain(`<a href="/r/${run_id}?lang=ja"`);
    expect(html).toContain(`src="/og/${run_id}.png?lang=ja"`);
    expect(html).toContain('ドライブ: ');
    expect(html).not.toContain('<script');
  });

  it('answers oEmbed in the language of the page or the one that is asked for', async () => {
    const { run_id } = await publish(makeUpload({ declared: { device: 'Laptop' } }));
    const embedOf = async (page: string, more = '') =>
      OEmbed.parse(await (await ask(`/oembed?url=${encodeURIComponent(page)}${more}`)).json());
    const page = `https://opfsmark.test/r/${run_id}`;
    expect((await embedOf(page)).title).toMatch(/^Example 980 · Laptop · Drive: /);
    for (const embed of [await embedOf(`${page}?lang=ja`), await embedOf(page, '&lang=ja')]) {
      expect(embed.title).toMatch(/^Example 980 · Laptop · ドライブ: /);
      expect(embed.html).toContain(`/og/${run_id}.png?lang=ja`);
      expect(embed.thumbnail_url).toContain('lang=ja');
    }
  });

  it('answers oEmbed for a permalink of this site only', async () => {
    const { run_id } = await publish(makeUpload({ declared: { device: HOSTILE } }));
    const ok = await ask(`/oembed?url=${encodeURIComponent(`https://opfsmark.test/r/${run_id}`)}`);
    const embed = OEmbed.parse(await ok.json());
    expect(embed.html).not.toContain('<script');
    expect(embed.html).toContain('&lt;script&gt;');
    expect((await ask(`/oembed?url=${encodeURIComponent(`https://elsewhere.test/r/${run_id}`)}`)).status).toBe(404);
    expect((await ask('/oembed?url=nonsense')).status).toBe(404);
    expect((await ask(`/oembed?format=xml&url=x`)).status).toBe(400);
  });

  it('lists pages, filesystems and approved devices in the sitemap', async () => {
    const response = await ask('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await response.text()).toContain('<loc>https://opfsmark.test/filesystem/hfs%2B</loc>');
  });
});

describe('cards', () => {
  const LANGUAGES = ['en', 'ja'] as const;
  const cardOf = (record: RunRecord, language: Language, device = 'Laptop') =>
    ogSvg({ record, declared: { device } }, language);
  /** The words from top to bottom: lines of one text are one text again. */
  const wordsIn = (svg: string) =>
    Array.from(svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs), ([, text = '']) => text.replace(/<[^>]*>/g, ''))
      .join('')
      .replaceAll('&#39;', "'")
      .replace(/[\s\u00a0]/g, '');
  const squeeze = (text: string) => text.replace(/\s/g, '');

  const STOPPED_RECORD = ((): RunRecord => {
    const { record } = makeUpload();
    return { ...record, status: 'stopped', environment: { ...record.environment, visibility_changes: 2 } };
  })();
  const RECORDS: readonly (readonly [string, RunRecord])[] = [
    ...REAL_RECORDS,
    ['a scored run', makeUpload().record],
    ['a private window', makeUpload({ keptInMemory: true }).record],
    ['a stopped run', STOPPED_RECORD],
  ];

  describe.each(LANGUAGES)('in %s', (language) => {
    const { words, pictures, numbers } = LOCALES[language];

    it.each(RECORDS)('the card of %s has its notes, its reasons, its axes and its intervals', (_, record) => {
      const answer = answerOf(record);
      const svg = cardOf(record, language);
      const text = wordsIn(svg);
      for (const note of NOTES) {
        expect(text.includes(squeeze(noteText(note, answer, words, numbers))), note).toBe(answer.notes.includes(note));
      }
      for (const ruler of answer.rulers) {
        expect(text).toContain(squeeze(words.rulers[ruler.id]));
        for (const reason of linesBelow(ruler, words, numbers)) expect(text).toContain(squeeze(reason));
      }
      const ranges = answer.rulers
        .flatMap(({ marks }) => marks.filter(isMeasured))
        .filter(({ low, high }) => low < high);
      expect(svg.match(/class="interval"/g) ?? []).toHaveLength(ranges.length);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    });

    it.each(RECORDS)('nothing of the card of %s leaves the picture', (_, record) => {
      const places = Array.from(cardOf(record, language).matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g));
      expect(places.length).toBeGreaterThan(8);
      for (const [, x, y] of places) {
        expect(Number(x)).toBeLessThanOrEqual(1144);
        expect(Number(y)).toBeLessThanOrEqual(602);
      }
    });

    it.each(RECORDS.filter(([, { family }]) => family === 'matrix'))(
      'the card of %s has the score of the drive, or says why there is none',
      (_, record) => {
        if (record.family !== 'matrix') return;
        const score = scoreOf(record, 'drive');
        const text = wordsIn(cardOf(record, language));
        expect(text).toContain(squeeze(pictures.score.drive));
        if (!isScore(score)) expect(text).toContain(squeeze(pictures.score.none[score.reason]));
        else expect(text).toContain(squeeze(placeText(score, words, numbers)));
        if (isScore(score)) expect(text).toContain(squeeze(pointsText(score, words, numbers)));
      },
    );

    it('a device without a letter that can be written is named in the language', () => {
      expect(wordsIn(cardOf(STOPPED_RECORD, language, '회사'))).toContain(squeeze(pictures.unknownDevice));
      expect(wordsIn(cardOf(STOPPED_RECORD, language, '会社のノート'))).toContain('会社のノート');
    });
  });

  it('a stopped run with a hidden page says both', () => {
    expect(answerOf(STOPPED_RECORD).notes).toEqual(expect.arrayContaining(['stopped', 'hidden']));
  });
});

describe('fonts', () => {
  const textsIn = (node: unknown): string[] =>
    typeof node === 'string' ? [node] : Object.values(node as Record<string, unknown>).flatMap(textsIn);

  it.each(Object.entries(LOCALES))('the fonts of pictures have every character of the words in %s', (_, locale) => {
    const letters = [...new Set(textsIn(locale.words).join(''))];
    for (const font of [regular, bold]) {
      const characters = charactersOf(font);
      expect(letters.filter((letter) => !characters.has(letter.codePointAt(0) ?? 0))).toEqual([]);
    }
  });

  it('names keep the kanji that are in daily use', () => {
    for (const name of ['会社のノート', '自宅サーバー', '齋藤のパソコン 2号機', '髙橋', '(予備) 東芝 dynabook']) {
      expect(writable(name)).toBe(name);
    }
  });

  it('of a name that the fonts cannot write whole no half word is left', () => {
    expect(writable('MacBook 회사 Pro')).toBe('MacBook Pro');
    expect(writable('회사컴퓨터')).toBe('');
    expect(writable('ThinkPad 🚀 X1™')).toBe('ThinkPad X1™');
  });
});
