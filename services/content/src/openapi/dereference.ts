import { decodePercent } from '@quire/document/plain'
import { checkComplexity, maxDepth } from './complexity.ts'
import { BadSpecification } from './problems.ts'

/** Keys whose values are maps. Their own keys are names, even `default` in responses or `example` in properties. */
const maps = new Set(
  ['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas', 'schemas', 'responses', 'parameters']
    .concat(['examples', 'requestBodies', 'headers', 'securitySchemes', 'securityDefinitions', 'links', 'callbacks'])
    .concat(['pathItems', 'paths', 'webhooks', 'content', 'encoding', 'variables']),
)

/** Keys whose values are data, in which `$ref` has no special meaning. */
const data = new Set(['example', 'default', 'enum', 'const', 'value'])

type Holds = 'parts' | 'names'

/**
 * Returns a specification with its internal references replaced by their targets. Circular references stay. Returns the
 * specification unchanged if the result would exceed `maxCharacters` as JSON or be nested too deep.
 */
export function dereference(document: Record<string, unknown>, maxCharacters: number): Record<string, unknown> {
  try {
    const whole = inlineReferences(document)
    checkComplexity(whole, maxCharacters)
    return whole
  } catch (error) {
    if (error instanceof BadSpecification) return document
    throw error
  }
}

/** Writes each part once; every reference to the part shares the same object. */
function inlineReferences(document: Record<string, unknown>): Record<string, unknown> {
  const done = new Map<object, Record<string, unknown>>()
  const open = new Set<object>()

  function write(value: unknown, level: number, holds: Holds): unknown {
    if (Array.isArray(value)) return value.map((part) => write(part, level + 1, 'parts'))
    if (!isObject(value)) return value
    if (level > maxDepth) throw new BadSpecification('TOO_COMPLEX', 'References lead too deep')
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

/**
 * Returns the target of a reference within the document; undefined if it is not a reference or its target no object.
 */
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

/** Decodes one step of a JSON pointer in a URL fragment. */
const decoded = (step: string) => decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
