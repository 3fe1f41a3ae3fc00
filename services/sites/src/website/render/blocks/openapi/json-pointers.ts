import { decodePercent } from '@quire/document/urls'

/** A part of a specification. Nothing in it is trusted: each place reads what it can use. */
export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const own = (value: unknown, name: string): unknown =>
  isJson(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const at = (value: unknown, ...path: string[]): unknown => path.reduce(own, value)

export const textAt = (value: unknown, ...path: string[]): string | undefined => {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const listAt = (value: unknown, ...path: string[]): unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export const entriesAt = (value: unknown, ...path: string[]): [string, unknown][] => {
  const found = at(value, ...path)
  return isJson(found) ? Object.entries(found) : []
}

/** References that lead to references. */
const maxSteps = 20

/**
 * The value itself, or the value that it refers to in its specification. Properties beside the reference take
 * precedence.
 */
export function resolved(value: unknown, specification: unknown): Json {
  let found = value
  let beside: Json = {}
  for (let step = 0; isJson(found) && typeof found.$ref === 'string'; step += 1) {
    if (step === maxSteps) return beside
    const { $ref, ...others } = found
    beside = { ...others, ...beside }
    found = pointed(String($ref), specification)
  }
  return isJson(found) ? { ...found, ...beside } : beside
}

function pointed(reference: string, specification: unknown): unknown {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference.slice(2).split('/')
  return at(specification, ...steps.map((step) => decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')))
}
