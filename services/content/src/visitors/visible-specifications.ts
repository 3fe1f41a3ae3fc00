import { decodePercent } from '@quire/document/plain'
import type { Sql } from '../database.ts'
import { isObject } from '../openapi/dereference.ts'
import type { SpecPart, TextReferences } from './text-references.ts'

type Json = Record<string, unknown>

/** Specifications that one page may present parts of. */
const maxSpecifications = 10
/** Characters of one specification that a page presents; anything beyond appears as not described. */
const maxCharacters = 1_000_000

/** Loads the parts of the organization's specifications that a page presents, by the id or slug that the page uses. */
export async function visibleSpecifications(
  sql: Sql,
  spaceId: string,
  { specs }: TextReferences,
): Promise<Record<string, Json>> {
  const names = [...specs.keys()].slice(0, maxSpecifications)
  if (names.length === 0) return {}
  const rows = await sql
    .selectFrom('openapi_spec')
    .innerJoin('space', 'space.organization_id', 'openapi_spec.organization_id')
    .innerJoin('openapi_version', 'openapi_version.id', 'openapi_spec.last_version')
    .innerJoin('openapi_content', (join) =>
      join
        .onRef('openapi_content.spec_id', '=', 'openapi_version.spec_id')
        .onRef('openapi_content.hash', '=', 'openapi_version.hash'),
    )
    .select(['openapi_spec.id', 'openapi_spec.slug', 'openapi_content.document'])
    .where('space.id', '=', spaceId)
    .where((where) => where.or([where('openapi_spec.id', 'in', names), where('openapi_spec.slug', 'in', names)]))
    .execute()
  const visible = rows.flatMap(({ id, slug, document }) => {
    const name = specs.has(id) ? id : slug
    const parts = specs.get(name)
    return parts ? [[name, partsOf(JSON.parse(document), parts)] as const] : []
  })
  return Object.fromEntries(visible)
}

/** Returns the specification reduced to these parts and everything that they refer to. */
export function partsOf(specification: Json, parts: readonly SpecPart[]): Json {
  const { paths: _, webhooks: __, components, definitions, ...head } = specification
  const reduced: Json = { ...head, paths: {}, webhooks: {} }
  const waiting: unknown[] = []
  const copy = (steps: readonly string[]) => waiting.push(copied(specification, reduced, steps))
  for (const { path, webhook, schemas = [] } of parts) {
    if (path !== undefined) copy(['paths', path])
    if (webhook !== undefined) copy(['webhooks', webhook])
    for (const name of schemas) copy(isObject(definitions) ? ['definitions', name] : ['components', 'schemas', name])
  }
  if (isObject(components) && components.securitySchemes) copy(['components', 'securitySchemes'])
  let left = maxCharacters
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop()
    if (typeof value === 'string') left -= value.length
    if (typeof value !== 'object' || value === null) continue
    left -= 10
    const { $ref } = value as Json
    if (typeof $ref === 'string' && $ref.startsWith('#/')) copy(stepsOf($ref))
    for (const part of Object.values(value)) waiting.push(part)
  }
  return reduced
}

/** Splits a reference into steps, down to a whole component at most: components are copied whole. */
const stepsOf = ($ref: string): string[] => {
  const steps = $ref.slice(2).split('/').map(decoded)
  return steps.slice(0, steps[0] === 'components' ? 3 : 2)
}

const decoded = (step: string) => decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~')

/** Copies the value at a path to the same path of the copy; returns the value unless the copy had one already. */
function copied(from: Json, to: Json, steps: readonly string[]): unknown {
  const last = steps.at(-1)
  if (last === undefined || steps.includes('__proto__')) return undefined
  let [source, target]: unknown[] = [from, to]
  for (const step of steps.slice(0, -1)) {
    if (!isObject(source) || !isObject(target) || !Object.hasOwn(source, step)) return undefined
    if (!Object.hasOwn(target, step)) target[step] = {}
    source = source[step]
    target = target[step]
  }
  if (!isObject(source) || !isObject(target) || !Object.hasOwn(source, last) || Object.hasOwn(target, last))
    return undefined
  target[last] = source[last]
  return source[last]
}
