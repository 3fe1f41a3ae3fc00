export { ParsingConfig } from './config.ts'
export { resultOf, valuesOf } from './outcomes.ts'
export { type ParsingThreads, startParsing } from './parsing.ts'
export { inlineParser, type Parser } from './tasks.ts'
