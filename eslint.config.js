import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './web/svelte.config.js';

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
      'worker-api/.schemathesis/',
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
      // There are no enums: `erasableSyntaxOnly`. To look for them takes a tenth of all time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
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
      // There are no stores.
      'svelte/require-store-reactive-access': 'off',
      // Would have values wrapped that live for one call.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['web/src/**/*.ts', 'web/src/**/*.svelte'],
    ignores: ['web/src/lib/base/local/stores.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'It throws where site data is blocked: take it from $lib/base/local/stores.ts.',
        })),
      ],
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
  prettier,
  ...svelte.configs.prettier,
);
