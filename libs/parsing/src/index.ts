export { ParsingConfig } from './config.ts'
export { resultOf, valuesOf } from './outcomes.ts'
export { inlineParser, type Parser } from './parser-tasks.ts'
export { type ParsingThreads, startParsing } from './parsing-threads.ts'
