export { ParsingConfig } from './config.ts'
export { resultOf, valuesOf } from './outcomes.ts'
export { type Parsing, startParsing } from './parsing.ts'
export { inlineParser, type Parser } from './tasks.ts'
