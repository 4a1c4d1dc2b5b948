import { expect, it } from 'vitest';
import { COLORS } from '@opfsmark/schema/answer/picture';
import { OEmbed, ShieldsBadge } from '@opfsmark/schema/api';
import { ask, publish } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

const HOSTILE = `<script>alert('x')</script>&"]]>`;

it('draws the badge as SVG and says it for shields.io', async () => {
  const { run_id } = await publish(makeUpload());
  const svg = await ask(`/badge/${run_id}.svg`);
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(await svg.text()).toMatch(/^<svg .*Drive: [\d,.]+ [µm]s per small read \((?:good|fair|poor)\).*<\/svg>$/s);
  const json = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json`)).json());
  expect(json.message).toMatch(/^Drive: [\d,.]+ [µm]s per small read \((?:good|fair|poor)\)$/);
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

it('the badge has the colour of its verdict, and is grey where the drive was not measured', async () => {
  const colorsOf = async (upload: ReturnType<typeof makeUpload>) => {
    const { run_id } = await publish(upload);
    const { color } = ShieldsBadge.parse(await (await ask(`/badge/${run_id}.json`)).json());
    const svg = await (await ask(`/badge/${run_id}.svg`)).text();
    return [color, /<rect x[^>]* fill="#(\w+)"/.exec(svg)?.[1]];
  };
  const [measured] = await colorsOf(makeUpload());
  expect(measured).toBe(COLORS.fair.slice(1));
  const [memory, drawn] = await colorsOf(makeUpload({ keptInMemory: true }));
  expect(memory).not.toBe(measured);
  expect(drawn).toBe(memory);
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
  expect((await embedOf(page)).title).toContain('Laptop · Drive: ');
  for (const embed of [await embedOf(`${page}?lang=ja`), await embedOf(page, '&lang=ja')]) {
    expect(embed.title).toContain('Laptop · ドライブ: ');
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
