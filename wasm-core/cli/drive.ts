import { formatSize } from '@opfsmark/schema/capacity';
import { driveCode, INTERFACES, plainLine } from '@opfsmark/schema/documents';
import { declaredPlace, driveInfoOf, modelProblem } from './drive-info.ts';
import { FolderProblem, reasonOf } from '../ts/node/folder-problem.ts';
import { print, quoted } from './print.ts';
import { EXIT } from './usage.ts';

export interface DriveCommand {
  readonly kind: 'drive';
  readonly dir: string;
}

const isInterface = (bus: string | null): bus is (typeof INTERFACES)[number] =>
  INTERFACES.some((known) => known === bus);
const yesNo = { true: 'yes', false: 'no' } as const;

/** The facts of the drive, and the options that publish it with a result: nothing is sent here. */
export async function showDrive({ dir }: DriveCommand): Promise<number> {
  const info = await driveInfoOf(dir).catch((error: unknown) => {
    throw new FolderProblem('not_found', `${dir} cannot be looked at: ${reasonOf(error)}. Name a folder that exists.`);
  });
  const { model, sizeBytes, bus, filesystem, isEncrypted, freeBytes, mount } = info;
  const size = (bytes: number | null) => (bytes === null ? 'unknown' : formatSize(bytes));
  const rows = [
    ['Model', model ?? 'unknown'],
    ['Size', size(sizeBytes)],
    ['Bus', bus ?? 'unknown'],
    ['Filesystem', filesystem ?? 'unknown'],
    ['Encrypted', isEncrypted === null ? 'unknown' : yesNo[`${isEncrypted}`]],
    ['Free', size(freeBytes)],
    ['Mounted at', mount ?? 'unknown'],
  ] as const;
  const problem = modelProblem(info);
  const known = {
    ...declaredPlace(info),
    ...(isInterface(bus) && { interface: bus }),
  };
  const options = Object.entries(known).map(([option, value]) => `--${option} ${quoted(value)}`);
  const lines = rows.map(([label, value]) => plainLine(`${label.padEnd(11)} ${value}`));
  if (problem !== null) lines.push('', problem);
  lines.push(
    '',
    'Nothing was sent, and no serial number was read. To publish it with a result of the command line:',
    plainLine(`  ${options.join(' ')}`),
    'To publish it with a result of the page, paste this where it asks for the drive:',
    plainLine(`  ${driveCode(known)}`),
  );
  print(lines.join('\n'));
  return EXIT.done;
}
