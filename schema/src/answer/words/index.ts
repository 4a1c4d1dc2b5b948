export * from './note.ts';
export { numbersIn, type Numbers } from './numbers.ts';
export * from './ruler.ts';
export { say, type Values } from './say.ts';
export * from './sentence.ts';
export type { PictureWords, Words } from './shape.ts';
