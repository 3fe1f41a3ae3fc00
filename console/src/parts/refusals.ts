import type { ReactNode } from 'react'
import { Refused } from '../api/client.ts'
import type { Words } from '../words/general/en.ts'
import { fieldProblem } from './field-problems.ts'
import { problemText, refusalText } from './states.tsx'

/** Returns what is wrong with a field of the request's body, if the refusal names it; `field` is its path in the body. */
export function refusalAt(error: unknown, field: string, words: Words): ReactNode {
  if (!(error instanceof Refused) || error.status !== 400) return undefined
  const [path = '', ...rest] = error.message.split(': ')
  const isNamed = path === `body.${field}` || path.startsWith(`body.${field}.`)
  return isNamed && rest.length > 0 ? problemText(fieldProblem(rest.join(': '), words)) : undefined
}

/** Returns what is wrong otherwise: undefined if the refusal names one of the fields, which show it themselves. */
export function refusalBeside(error: unknown, fields: readonly string[], words: Words): ReactNode {
  if (!error || fields.some((field) => refusalAt(error, field, words) !== undefined)) return undefined
  return refusalText(error, words)
}

interface RefusedFields {
  /** Returns the problem of a field. */
  of: (field: string) => ReactNode
  /** The text of a refusal that names no field of the form. */
  other: ReactNode
}

/** Sorts the text of a refusal by the fields of a form, such as `body.title: must have two letters`. */
export const refusedFields = (error: unknown, words: Words, fields: readonly string[]): RefusedFields => ({
  of: (field) => (fields.includes(field) ? refusalAt(error, field, words) : undefined),
  other: refusalBeside(error, fields, words),
})
