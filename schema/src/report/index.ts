export { englishOf, familyReport, type Run } from './families.ts';
export { folderOf, nameText, type FamilyWords } from './names.ts';
export { figureQuantity, type Formatter, formatterIn, type FormatWords, tableText, type TableText } from './format.ts';
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
export { alignedColumns, tableForm } from './forms/text.ts';
export { englishFormat, reportOf, type About, type Report, type ReportFigure } from './report.ts';
export {
  isTable,
  type Chart,
  type CommonWords,
  type FamilyReport,
  type Phrase,
  type Table,
  type Test,
} from '../families/report.ts';
