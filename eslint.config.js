/**
 * Components, which oxlint cannot read whole; all other code is linted by it: see oxlint.config.ts. Without the rules that
 * need types: they took five sixths of the time, and svelte-check knows the types of components.
 */
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { GENERATED, LINEAR_RULES, SITE_RULES, TYPESCRIPT_RULES } from './oxlint.config.ts';
import svelteConfig from './web/svelte.config.js';

export default ts.config(
  { ignores: [...GENERATED, '**/*.ts'] },
  {
    files: ['**/*.svelte'],
    extends: [js.configs.recommended, ...ts.configs.strict, ...ts.configs.stylistic, ...svelte.configs.recommended],
    plugins: { regexp },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: ts.parser,
        svelteConfig,
      },
    },
    rules: {
      ...TYPESCRIPT_RULES,
      ...ts.configs.disableTypeChecked.rules,
      ...SITE_RULES,
      ...LINEAR_RULES,
      // Svelte's `let { a = 1 } = $props()` is its own rule's business.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // The site lives at the root of its origin.
      'svelte/no-navigation-without-resolve': 'off',
      // There are no stores.
      'svelte/require-store-reactive-access': 'off',
      // Would have values wrapped that live for one call.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
