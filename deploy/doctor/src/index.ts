export { examine, hasProblems } from './doctor.ts'
export { type Finding, runChecks } from './run-checks.ts'
export { scrub } from './scrub/scrub.ts'
export type { Subject } from './subject.ts'
