import { Refused } from '../api/client.ts'
import type { Words } from '../words/general/en.ts'
import { refusalText } from './states.tsx'

interface RefusedFields {
  /** What is wrong with a field. */
  of: (field: string) => string | undefined
  /** What the refusal says of nothing in the form. */
  other: string | undefined
}

/** Sorts what a refusal says by the fields of a form that it names, such as `body.title: must have two letters`. */
export function refusedFields(error: unknown, words: Words, fields: readonly string[]): RefusedFields {
  const problems = new Map<string, string>()
  if (error instanceof Refused && error.status === 400) {
    const [, path = '', problem = ''] = /^body\.([\w.[\]-]+):? (.+)$/s.exec(error.message) ?? []
    const field = fields.find((one) => path === one || path.startsWith(`${one}.`))
    if (field) problems.set(field, problem)
  }
  const isNamed = problems.size > 0
  return { of: (field) => problems.get(field), other: error && !isNamed ? refusalText(error, words) : undefined }
}
