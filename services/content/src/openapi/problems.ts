import type { SpecificationProblem } from '../tables/openapi.tables.ts'

/** Thrown if a specification cannot be read. */
export class BadSpecification extends Error {
  readonly code: SpecificationProblem['code']
  constructor(code: SpecificationProblem['code'], message: string) {
    super(message)
    this.code = code
  }
}

const maxMessageLength = 500

/** Messages of libraries quote the text; the database cannot store the NUL and lone surrogates in it. */
export const problem = (code: SpecificationProblem['code'], message: string): SpecificationProblem => ({
  code,
  message: message.slice(0, maxMessageLength).toWellFormed().replaceAll('\0', '\ufffd'),
})

/** Describes an error as a problem. A library may throw anything on a hostile text, so any error is one of the text. */
export const problemOf = (error: unknown): SpecificationProblem =>
  error instanceof BadSpecification
    ? problem(error.code, error.message)
    : problem('SYNTAX', `The specification cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
