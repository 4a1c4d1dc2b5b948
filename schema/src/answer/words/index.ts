export * from './sentence.ts';
export * from './ruler.ts';
export * from './score.ts';
export { drawRuler, type RulerDrawing } from './drawing.ts';
export { say, type Values } from './languages.ts';
export type { Words } from './en.ts';
export type { PictureWords, Translation } from '../../figures/words/en.ts';
