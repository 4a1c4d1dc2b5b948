export { englishOf, familyReport, type Run } from './families.ts';
export { folderOf, nameText, type FamilyWords } from './names.ts';
export { formatterIn, figureQuantity, type Formatter } from './format.ts';
export {
  FORMS,
  formOf,
  formOfFile,
  formWith,
  isOwnForm,
  type Form,
  type FormId,
  type OwnFormId,
} from './forms/index.ts';
export { tableForm } from './forms/table.ts';
export { alignedColumns } from './forms/columns.ts';
export { englishFormat, reportOf, type About, type Report, type ReportFigure } from './report.ts';
export { tableText, type TableText } from './table-text.ts';
export {
  isTable,
  type Chart,
  type CommonWords,
  type FamilyReport,
  type Phrase,
  type Table,
  type Test,
} from '../families/report.ts';
