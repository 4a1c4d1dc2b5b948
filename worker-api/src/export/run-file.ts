import type { RunView } from '@opfsmark/schema/api';
import { reportOf, type Form } from '@opfsmark/schema/report';

export interface ExportedFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A run as a file to save; `null` where its family has no such form. */
export function fileOf({ run_id, record, declared }: RunView, form: Form): ExportedFile | null {
  const report = reportOf(record, { run_id, declared });
  if (form.isFor?.(report) === false) return null;
  return {
    body: form.write(report),
    headers: {
      'content-type': `${form.type}; charset=utf-8`,
      'content-disposition': `inline; filename="opfsmark-${run_id}.${form.extension}"`,
    },
  };
}
