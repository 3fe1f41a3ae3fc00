import { decodePercent } from '@quire/document/plain'
import { BadSpecification } from './problems.ts'
import { deepest, demandModest } from './weigh.ts'

/** Keys whose values are maps: what stands in them are names, `default` of responses or `example` of properties too. */
const maps = new Set(
  ['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas', 'schemas', 'responses', 'parameters']
    .concat(['examples', 'requestBodies', 'headers', 'securitySchemes', 'securityDefinitions', 'links', 'callbacks'])
    .concat(['pathItems', 'paths', 'webhooks', 'content', 'encoding', 'variables']),
)

/** Keys whose values are data, in which `$ref` is a word like any other. */
const data = new Set(['example', 'default', 'enum', 'const', 'value'])

type Holds = 'parts' | 'names'

/**
 * A specification with what it refers to in itself written in place. A reference that leads back to where it stands
 * stays. Where all of it together would be larger than so many characters as JSON, or nested too deep, the
 * specification is answered as it was.
 */
export function dereferenced(document: Record<string, unknown>, mostCharacters: number): Record<string, unknown> {
  try {
    const whole = writing(document)
    demandModest(whole, mostCharacters)
    return whole
  } catch (error) {
    if (error instanceof BadSpecification) return document
    throw error
  }
}

/** Each part is written once, and the same object stands wherever it is referred to. */
function writing(document: Record<string, unknown>): Record<string, unknown> {
  const done = new Map<object, Record<string, unknown>>()
  const open = new Set<object>()

  function write(value: unknown, level: number, holds: Holds): unknown {
    if (Array.isArray(value)) return value.map((part) => write(part, level + 1, 'parts'))
    if (!isObject(value)) return value
    if (level > deepest) throw new BadSpecification('TOO_COMPLEX', 'References lead too deep')
    const target = holds === 'parts' ? targetOf(document, value) : undefined
    return target ? refer(value, target, level) : (done.get(value) ?? writeParts(value, level, holds))
  }

  function refer(reference: Record<string, unknown>, target: Record<string, unknown>, level: number): unknown {
    if (open.has(target)) return reference
    open.add(reference)
    const whole = write(target, level + 1, 'parts')
    open.delete(reference)
    const { $ref, ...beside } = reference
    return isObject(whole) && Object.keys(beside).length > 0 ? { ...whole, ...beside } : whole
  }

  function writeParts(value: Record<string, unknown>, level: number, holds: Holds): Record<string, unknown> {
    open.add(value)
    const parts = Object.entries(value).map(([key, part]): [string, unknown] => {
      if (holds === 'names') return [key, write(part, level + 1, 'parts')]
      const isData = data.has(key) || (key === 'examples' && Array.isArray(part))
      return [key, isData ? part : write(part, level + 1, maps.has(key) ? 'names' : 'parts')]
    })
    open.delete(value)
    const written = Object.fromEntries(parts)
    done.set(value, written)
    return written
  }

  return writeParts(document, 0, 'parts')
}

/** What a reference within the document leads to; undefined for what is no reference, or leads to no object. */
function targetOf(document: Record<string, unknown>, { $ref }: Record<string, unknown>) {
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return undefined
  let found: unknown = document
  for (const step of $ref.slice(2).split('/')) {
    const key = decoded(step)
    const holds = typeof found === 'object' && found !== null && Object.hasOwn(found, key)
    found = holds ? (found as Record<string, unknown>)[key] : undefined
  }
  return isObject(found) ? found : undefined
}

/** A step of a JSON pointer that stands in an address. */
const decoded = (step: string) => decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
