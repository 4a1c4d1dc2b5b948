/**
 * Writes the types of a client of the service from the service's own OpenAPI document, where they are missing or another:
 * schema/src/client/paths.generated.ts. Every command of the project's that installs what it needs
 * does this first, and so do `npm run check` and `npm run lint`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../worker-api/src/openapi/document.ts';
import { ROOT } from './lib/paths.mjs';

const FILE = join(ROOT, 'schema/src/client/paths.generated.ts');
const HEAD = '// Made by scripts/generate-client.mjs from the OpenAPI document of worker-api.\n\n';

const text = HEAD + astToString(await openapiTypescript(openApiDocument()));
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text);
