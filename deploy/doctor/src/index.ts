export { examine } from './doctor.ts'
export type { Finding } from './run-checks.ts'
export { scrub } from './scrub/scrub.ts'
export { type Subject, withSubject } from './subject.ts'
