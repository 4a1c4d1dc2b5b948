/** Which Node.js the tools run on: this one, the one npm installs, or none, with a sentence that says what to install. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** The oldest that can run `npm ci` and these scripts, where a newer one is then installed for the tools. */
const MIN_BOOTSTRAP = '20.19.0';

/** @typedef {{ platform: string, arch: string, version: string }} Machine */
/** @typedef {{ range: string, privateVersions: Record<string, string> }} Declared by package.json */
/** @typedef {{ kind: 'go-on' } | { kind: 'private-node', packageName: string, sentence: string } | { kind: 'refuse', sentence: string }} Decision */

const numbersOf = (version) => version.split('.').map(Number);

/** Negative where `a` is older than `b`. */
function compareVersions(a, b) {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const index = left.findIndex((number, at) => number !== (right[at] ?? 0));
  return index < 0 ? 0 : left[index] - (right[index] ?? 0);
}

/** Whether a version lies in a range made of `^1.2.3` and `>=1.2.3`, joined by `||`. */
export function satisfies(version, range) {
  return range.split('||').some((part) => {
    const [, operator, min] = /^\s*(\^|>=)\s*(\d+(?:\.\d+){0,2})\s*$/.exec(part) ?? [];
    if (!operator) throw new Error(`Not a range of "^" and ">=": ${range}`);
    const sameMajor = numbersOf(version)[0] === numbersOf(min)[0];
    return compareVersions(version, min) >= 0 && (operator === '>=' || sameMajor);
  });
}

/** The range in words: "22.18 or later in 22, any 24, or 26 and later". */
function describe(range) {
  const words = range.split('||').map((part) => {
    const [major, minor] = /[\d.]+/.exec(part)[0].split('.');
    if (part.includes('>=')) return `${major} and later`;
    return minor === '0' ? `any ${major}` : `${major}.${minor} or later in ${major}`;
  });
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(', or ');
}

/**
 * @param {Machine} machine
 * @param {Declared} declared `privateVersions` by platform and processor, as in `linux-x64`
 * @returns {Decision}
 */
export function decideNode({ platform, arch, version }, { range, privateVersions }) {
  if (satisfies(version, range)) return { kind: 'go-on' };
  const privateVersion = privateVersions[`${platform}-${arch}`];
  if (privateVersion && compareVersions(version, MIN_BOOTSTRAP) >= 0) {
    return {
      kind: 'private-node',
      packageName: `node-${platform}-${arch}`,
      sentence: `The tools do not run on Node.js ${version}: they use ${privateVersion}, which npm installs into node_modules.`,
    };
  }
  return { kind: 'refuse', sentence: refusal(version, range) };
}

function refusal(version, range) {
  return `OPFSMark needs Node.js ${describe(range)}, and this is ${version}: install Node.js 24 from https://nodejs.org and run this again.`;
}

/** The version that package.json declares. */
export function declaredNode() {
  const { engines, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const privateVersions = Object.fromEntries(
    Object.entries(optionalDependencies)
      .filter(([name]) => name.startsWith('node-'))
      .map(([name, version]) => [name.slice('node-'.length), version]),
  );
  return { range: engines.node, privateVersions };
}

/** The decision for the Node.js that runs this. */
export function decideHere() {
  const machine = { platform: process.platform, arch: process.arch, version: process.versions.node };
  return decideNode(machine, declaredNode());
}

/** Where npm puts it, and where tools look first. */
export const PRIVATE_NODE = join(ROOT, 'node_modules/.bin/node');

/** The fault where the tools need the private Node.js and npm did not install it; else `null`. */
export function missingPrivateNode({ kind }) {
  if (kind !== 'private-node' || existsSync(PRIVATE_NODE)) return null;
  return `npm did not install a Node.js for the tools. ${refusal(process.versions.node, declaredNode().range)}`;
}
