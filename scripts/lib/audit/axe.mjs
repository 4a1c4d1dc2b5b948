import { createRequire } from 'node:module';
import { ADDRESSES, inLanguage } from '../../../e2e/support/lib/addresses.ts';
import { LANGUAGE_IDS } from '../../../web/src/lib/base/i18n/languages.ts';
import { say } from '../say.mjs';

/** All that another colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** How many rules are broken, summed over all pages in every language, and over their dark form. */
export async function axeViolations(context, origin, more) {
  const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright');
  const page = await context.newPage();
  let sum = 0;
  const look = async (name, builder) => {
    const { violations } = await builder.analyze();
    for (const { id, nodes } of violations) say(`  ${name}: ${id}: ${nodes[0]?.html}`);
    sum += violations.length;
  };
  for (const language of LANGUAGE_IDS) {
    for (const address of [...ADDRESSES, ...more]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${origin}${inLanguage(address, language)}`);
      await look(`${address} ${language}`, new AxeBuilder({ page }));
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(`${address} ${language}, dark`, new AxeBuilder({ page }).withRules(OF_COLOURS));
    }
  }
  await page.close();
  return sum;
}
