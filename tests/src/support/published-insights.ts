import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

const require = createRequire(import.meta.url)
const { components } = JSON.parse(readFileSync(require.resolve('gitbook-api/spec/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Schema> }
}
const resolved = ({ $ref, ...schema }: Schema): Schema =>
  $ref ? resolved(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
const named = (name: string) => resolved(components.schemas[name] ?? {})

/** The parts of queries and events as the published description has them. */
export const publishedInsights = () => ({
  eventTypes: named('SiteInsightsEvent').oneOf ?? [],
  columns: (named('SiteInsightsQueryEventsColumn').oneOf ?? []).map((schema) => sampleOf(schema) as { column: string }),
  filters: (named('SiteInsightsQueryEventsValues').oneOf ?? []).map((schema) => sampleOf(schema) as { column: string }),
  operators: named('SiteInsightsQueryOperator').enum as string[],
  presets: named('SiteInsightsQueryRangePreset').enum as string[],
})

/** Texts by the name of their field, where any text would not do. */
const texts: Record<string, string> = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  language: 'en',
  ip: '192.0.2.1',
  claim: 'plan',
}

/** Returns a value of a schema with everything that it may have; of alternatives the first one. */
export function sampleOf(schema: Schema, name = ''): unknown {
  const { type, format, oneOf, allOf, properties, items, minimum, ...rest } = resolved(schema)
  if (name === 'timestamp') return new Date().toISOString()
  if (name === 'visitorAuthToken') return null
  if (name === 'visitorAuthClaims') return { plan: 'pro' }
  if (rest.enum) return rest.enum[0]
  if (allOf) return Object.assign({}, ...allOf.map((one) => sampleOf(one)))
  if (oneOf) return sampleOf(oneOf.at(name === 'referrer' || name === 'values' ? -1 : 0) ?? {}, name)
  if (items) return [sampleOf(items, name)]
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sampleOf(one, key)]))
  if (format === 'date-time') return new Date().toISOString()
  if (format === 'uri') return 'https://docs.example.com/page'
  if (type === 'number' || type === 'integer') return minimum ?? 1
  if (type === 'object') return {}
  return texts[name] ?? `a ${name}`.trim()
}
