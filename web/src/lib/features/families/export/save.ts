import { DEFAULT_FAMILY, type RunRecord } from '@opfsmark/schema/families';
import {
  type About,
  type Form,
  type FormId,
  formOf,
  FORMS,
  isOwnForm,
  type OwnFormId,
  reportOf,
} from '@opfsmark/schema/report';
import { saveFile } from '$lib/base/save-file.ts';

export { formOf };

/** The default family has the shorter names: "opfsmark-quick-…", "opfsmark-stutter-quick-…". */
function stemOf({ family, plan, started_at }: RunRecord): string {
  const parts = ['opfsmark', ...(family === DEFAULT_FAMILY ? [] : [family]), plan.profile];
  return [...parts, started_at.slice(0, 19).replaceAll(':', '')].join('-');
}

/** A form to choose; one for another program is called by its name. */
export type FormChoice =
  | { readonly id: OwnFormId; readonly tool?: undefined }
  | { readonly id: FormId; readonly tool: string };

/** The forms that a result has. */
export function formsOf(record: RunRecord): FormChoice[] {
  const report = reportOf(record);
  return (Object.keys(FORMS) as FormId[])
    .filter((id) => formOf(id).isFor?.(report) !== false)
    .map((id) => (isOwnForm(id) ? { id } : { id, tool: FORMS[id].tool }));
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
