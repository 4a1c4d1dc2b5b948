export * from './sentence.ts';
export { numbersIn, type Numbers } from './ruler.ts';
export * from './ruler.ts';
export { say, type Values } from './languages.ts';
export type { PictureWords, Words } from './shape.ts';
