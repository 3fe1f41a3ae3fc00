export { ParsingConfig } from './config.ts'
export { type Outcome, outcomeOf, resultOf, valuesOf } from './outcomes.ts'
export { type Parsing, type ParsingParts, startParsing } from './parsing.ts'
export { inlineParser, type Parser, type TaskOf, type Tasks } from './tasks.ts'
