/** One thing that is wrong with a specification, as its people are shown it. */
export interface SpecificationProblem {
  message: string
  code: 'SYNTAX' | 'SCHEMA' | 'REFERENCE' | 'TOO_COMPLEX' | 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'NO_ROOM' | 'INTERNAL'
}

/** Thrown for what makes a specification unreadable. */
export class BadSpecification extends Error {
  readonly code: SpecificationProblem['code']
  constructor(code: SpecificationProblem['code'], message: string) {
    super(message)
    this.code = code
  }
}

const longestMessage = 500

/** Libraries repeat what is in a text; NUL and lone surrogates are two things that the database does not keep. */
export const problem = (code: SpecificationProblem['code'], message: string): SpecificationProblem => ({
  code,
  message: message.slice(0, longestMessage).toWellFormed().replaceAll('\0', '\ufffd'),
})

/** The problem that an error tells of. A library may throw anything on a hostile text: that is the text's problem too. */
export const problemOf = (error: unknown): SpecificationProblem =>
  error instanceof BadSpecification
    ? problem(error.code, error.message)
    : problem('SYNTAX', `The specification cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
