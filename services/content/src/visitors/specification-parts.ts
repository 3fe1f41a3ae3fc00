import { decodePercent } from '@quire/document/plain'
import { isObject } from '../openapi/dereference.ts'
import type { SpecPart } from './text-references.ts'

type Json = Record<string, unknown>

/** Characters of one specification that a page presents; anything beyond appears as not described. */
export const maxPartCharacters = 4_000_000
/** The characters that a value counts for at least. */
const least = 10

/**
 * Returns the parts of a specification, given and returned as JSON, with everything that they refer to. For a thread: a
 * specification has many megabytes.
 */
export const specificationParts = (json: string, parts: readonly SpecPart[]): string =>
  JSON.stringify(partsOf(JSON.parse(json), parts))

/** Returns the specification reduced to these parts and everything that they refer to, as far as that fits. */
export function partsOf(specification: Json, parts: readonly SpecPart[]): Json {
  const { paths: _, webhooks: __, components, definitions, ...head } = specification
  const schemasAt = isObject(definitions) ? ['definitions'] : ['components', 'schemas']
  const wanted: (readonly string[])[] = Object.keys(head).map((key) => [key])
  for (const { path, webhook, schemas = [] } of parts) {
    if (path !== undefined) wanted.push(['paths', path])
    if (webhook !== undefined) wanted.push(['webhooks', webhook])
    for (const name of schemas) wanted.push([...schemasAt, name])
  }
  if (isObject(components) && components.securitySchemes) wanted.push(['components', 'securitySchemes'])
  const reduced: Json = { paths: {}, webhooks: {} }
  const seen = new Set<string>()
  let left = maxPartCharacters
  // Grows while it is read: by what the copied parts refer to.
  for (const steps of wanted) {
    const address = JSON.stringify(steps)
    if (seen.has(address)) continue
    seen.add(address)
    const value = valueAt(specification, steps)
    const size = value === undefined ? undefined : sizeOf(value, left)
    if (!size || !put(reduced, steps, value)) continue
    left -= size.characters
    for (const reference of size.references) wanted.push(stepsOf(reference))
  }
  return reduced
}

/** Estimates the characters of a value, and collects its references to other parts; undefined if it has more than `most`. */
function sizeOf(value: unknown, most: number): { characters: number; references: Set<string> } | undefined {
  const references = new Set<string>()
  const waiting = [value]
  let characters = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    characters += typeof next === 'string' ? least + next.length : least
    if (typeof next === 'object' && next !== null) {
      const { $ref } = next as Json
      if (typeof $ref === 'string' && $ref.startsWith('#/')) references.add($ref)
      if (!Array.isArray(next)) for (const key of Object.keys(next)) characters += key.length
      for (const part of Object.values(next)) waiting.push(part)
    }
    if (characters > most) return undefined
  }
  return { characters, references }
}

/** Splits a reference into steps, down to a whole component at most: components are copied whole. */
const stepsOf = ($ref: string): string[] => {
  const steps = $ref.slice(2).split('/').map(decoded)
  return steps.slice(0, steps[0] === 'components' ? 3 : 2)
}

const decoded = (step: string) => decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')

function valueAt(from: Json, steps: readonly string[]): unknown {
  let found: unknown = from
  for (const step of steps) {
    if (step === '__proto__' || !isObject(found) || !Object.hasOwn(found, step)) return undefined
    found = found[step]
  }
  return found
}

/** Puts a value to a path; false if something is there already, or in the way. */
function put(to: Json, steps: readonly string[], value: unknown): boolean {
  const last = steps.at(-1)
  let target: unknown = to
  for (const step of steps.slice(0, -1)) {
    if (!isObject(target)) return false
    if (!Object.hasOwn(target, step)) target[step] = {}
    target = target[step]
  }
  if (last === undefined || !isObject(target) || Object.hasOwn(target, last)) return false
  target[last] = value
  return true
}
