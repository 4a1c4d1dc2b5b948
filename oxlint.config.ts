/**
 * The rules for all code: those of ESLint and typescript-eslint, looked for by oxlint in a tenth of their time.
 * Components are linted by ESLint, which knows Svelte, with the same rules: see eslint.config.js.
 */
import js from '@eslint/js';
import { defineConfig } from 'oxlint';
import ts from 'typescript-eslint';

type Rules = NonNullable<Parameters<typeof defineConfig>[0]['rules']>;

/** Files that tools wrote. */
export const GENERATED = [
  '**/node_modules/',
  '**/dist/',
  '**/build/',
  '**/.svelte-kit/',
  '**/.wrangler/',
  '.state/',
  '**/test-results/',
  'e2e/.profiles/',
  'labs/.schemathesis/',
  '**/playwright-report/',
  '**/worker-configuration.d.ts',
  // Emscripten reads this one with its own macros.
  'wasm-core/js/',
];

/** Where this project differs from `strictTypeChecked` and `stylisticTypeChecked`. */
export const TYPESCRIPT_RULES = {
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
} as const;

/**
 * No expression takes more than linear time: texts come from other tools, links and other people. Constants that are put
 * together are read, too.
 */
export const LINEAR_RULES = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential' }],
} as const;
/** Where such texts come: what ships, and what serves and measures. Tests read their own. */
const LINEAR = ['schema/src', 'wasm-core/{ts,cli}', 'worker-api/{src,recompute}', 'web/src', 'scripts'];

/** Names that a page or a component may not take from the global scope. */
export const SITE_RULES = {
  'no-restricted-globals': [
    'error',
    ...['localStorage', 'sessionStorage'].map((name) => ({
      name,
      message: 'It throws where site data is blocked: take it from $lib/base/local/stores.ts.',
    })),
  ],
};
/** It is where they are taken from. */
export const MAY_USE_STORAGE = 'web/src/lib/base/local/stores.ts';

/** Not in oxlint. The first four cannot happen in a module, or are no rules any more; the last two are only ever turned off. */
const UNKNOWN = [
  'no-dupe-args',
  'no-octal',
  'no-new-symbol',
  'no-return-await',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
  '@typescript-eslint/naming-convention',
  '@typescript-eslint/prefer-destructuring',
];

function rulesOf(...configs: { rules?: object | undefined }[]): Rules {
  const rules = Object.assign({}, ...configs.map(({ rules }) => rules)) as Rules;
  return Object.fromEntries(Object.entries(rules).filter(([name]) => !UNKNOWN.includes(name)));
}

export default defineConfig({
  plugins: ['typescript', 'import'],
  // Exactly the rules named here.
  categories: { correctness: 'off' },
  // Types too, by the compiler that it brings: all projects in a quarter of the time of `tsc -b`.
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [...GENERATED, '**/*.svelte'],
  jsPlugins: ['eslint-plugin-regexp'],
  rules: rulesOf(js.configs.recommended),
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...rulesOf(...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked, { rules: TYPESCRIPT_RULES }),
        // For `a && (a.b = 1)` it asks for `a?.b = 1`, which does not exist.
        'typescript/prefer-optional-chain': 'off',
      },
    },
    { files: LINEAR.map((folder) => `${folder}/**`), rules: rulesOf({ rules: LINEAR_RULES }) },
    { files: ['web/src/**/*.ts'], rules: rulesOf({ rules: SITE_RULES }) },
    { files: [MAY_USE_STORAGE], rules: { 'no-restricted-globals': 'off' } },
    // Its prints are partly of others, and one file makes them.
    { files: ['wasm-core/cli/**/*.ts'], rules: { 'no-console': 'error' } },
    { files: ['wasm-core/cli/print.ts', 'wasm-core/cli/test/**'], rules: { 'no-console': 'off' } },
    // The stand-ins for D1, R2 and the rest are `async` as they are: a throw is a rejection.
    {
      files: ['worker-api/node/*.ts', 'worker-api/node/test/on-node.ts'],
      rules: { 'typescript/require-await': 'off' },
    },
    // No compiler reads these: that what they import is there, as it proves elsewhere.
    { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], env: { node: true }, rules: { 'import/named': 'error' } },
    // CommonJS, which says so.
    { files: ['**/*.cjs'], env: { commonjs: true } },
    // Read by tools, outside every tsconfig.
    { files: ['**/*.config.ts'], rules: rulesOf(ts.configs.disableTypeChecked) },
  ],
});
