export { default as english } from './en.ts';
