import { badRequest } from '../refusals.ts'

const maxDepth = 64

/** Throws 400 if text contains NUL or half of a surrogate pair. */
export function refuseText(text: string, field: string): void {
  const problem = problemOf(text)
  if (problem) throw badRequest(field, problem)
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  return text.isWellFormed() ? undefined : 'is not well-formed Unicode'
}

/**
 * Throws 400 for content that JSON allows but no database, log or client can hold: NUL, lone surrogates, `__proto__`,
 * endless nesting. `path` names `value`; it is joined only for a refusal, so that a million values cost no million names.
 */
export function refuseHostile(value: unknown, path: string[]): void {
  if (typeof value === 'string') {
    const problem = problemOf(value)
    if (problem) throw badRequest(path.join('.'), problem)
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length > maxDepth) throw badRequest(path[0] ?? '', `is nested deeper than ${maxDepth} levels`)
  for (const [key, item] of Object.entries(value)) {
    const problem = problemOf(key)
    if (problem) throw badRequest(path.join('.'), problem)
    path.push(key.slice(0, 100))
    if (key === '__proto__') throw badRequest(path.join('.'), 'is not a field')
    refuseHostile(item, path)
    path.pop()
  }
}
