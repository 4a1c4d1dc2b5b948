import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './web/svelte.config.js';

/** A wall: files in `folder` must not import what the patterns name. */
function walls(folder, ...patterns) {
  return {
    files: [`${folder}/**/*.{js,ts,svelte}`],
    plugins: { '@typescript-eslint': ts.plugin },
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

const wall = (folder, regex, message) => walls(folder, { regex, message });

/** A later wall of a file replaces an earlier one: each wall inside the site has this one too. */
const SERVICE_BY_TYPE = {
  regex: '^@opfsmark/worker-api',
  message: 'the site takes only types from the service',
  allowTypeImports: true,
};
const FEATURES = readdirSync(new URL('web/src/lib/features', import.meta.url)).join('|');

const UI_PACKAGES = '^(svelte|@sveltejs|chart\\.js|\\$app|\\$lib|@opfsmark/web)([/.]|$)';

export default ts.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/build/',
      '**/.svelte-kit/',
      '**/.wrangler/',
      '.state/',
      '**/test-results/',
      'e2e/.profiles/',
      '**/playwright-report/',
      '**/worker-configuration.d.ts',
      '**/*.generated.*',
      // Emscripten reads this one with its own macros.
      'wasm-core/js/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // Numbers in texts are what this project is about.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `type` where a shape is computed, `interface` elsewhere: the author's choice.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Most objects here are made of closures, which may be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      // Unions of one member are there to be extended: what is always true today is a case tomorrow.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // `Record<never, never>` says "no fields" in tables of types.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, svelteConfig, projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // Svelte's `let { a = 1 } = $props()` is its own rule's business.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // The site lives at the root of its origin.
      'svelte/no-navigation-without-resolve': 'off',
      // Would have values wrapped that live for one call.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    // Read by tools, outside every tsconfig.
    files: ['**/*.config.ts'],
    extends: [ts.configs.disableTypeChecked],
  },
  wall('schema/src', '^@opfsmark/', 'schema is the language everyone speaks: it imports none of our packages'),
  wall('worker-api', '^@opfsmark/(core|web)(/|$)|wasm-core', 'the service never imports the engine or the site'),
  walls('web', SERVICE_BY_TYPE),
  walls('web/src/lib/base', SERVICE_BY_TYPE, { regex: '(^|/)(features|routes)/', message: 'base knows no feature' }),
  walls('web/src/lib/features', SERVICE_BY_TYPE, {
    regex: `^\\$lib/features/|^(\\.\\./)+(features|${FEATURES})/|/routes/`,
    message: 'a feature imports base and its own folder: routes compose features',
  }),
  wall('wasm-core', `${UI_PACKAGES}|^@opfsmark/worker-api`, 'the engine knows no page and no service'),
  prettier,
  ...svelte.configs.prettier,
);
