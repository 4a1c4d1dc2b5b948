import { DEFAULT_FAMILY, type RunRecord } from '@opfsmark/schema/families';
import { FORMS, formOf, reportOf, type About, type Form, type FormId } from '@opfsmark/schema/report';
import { saveFile } from './file.ts';

export { formOf };

/** The default family has the shorter names: "opfsmark-quick-…", "opfsmark-stutter-quick-…". */
function stemOf({ family, plan, started_at }: RunRecord): string {
  const parts = ['opfsmark', ...(family === DEFAULT_FAMILY ? [] : [family]), plan.profile];
  return [...parts, started_at.slice(0, 19).replaceAll(':', '')].join('-');
}

/** The forms that a result has. */
export function formsOf(record: RunRecord): FormId[] {
  const report = reportOf(record);
  return (Object.keys(FORMS) as FormId[]).filter((id) => formOf(id).isFor?.(report) !== false);
}

export const formText = (record: RunRecord, form: Form, about: About): string => form.write(reportOf(record, about));

/** Hands a result to the person as a file of this form. */
export function saveForm(record: RunRecord, form: Form, about: About): void {
  const content = new Blob([formText(record, form, about)], { type: `${form.type};charset=utf-8` });
  saveFile(`${stemOf(record)}.${form.extension}`, content);
}

export function saveRecord(record: RunRecord): void {
  const content = new Blob([JSON.stringify(record, null, 2)], { type: 'application/json;charset=utf-8' });
  saveFile(`${stemOf(record)}.json`, content);
}

export function savePicture(record: RunRecord, picture: Blob): void {
  saveFile(`${stemOf(record)}.png`, picture);
}
