import { openApiDocument } from '@quire/contracts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The parts of a JSON schema that restrict values. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

interface DescribedOperation {
  operationId: string
  parameters: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema> }
}

/** The description that callers get: the contracts as an OpenAPI document. */
const document: Document = JSON.parse(JSON.stringify(openApiDocument('http://quire.test')))
const { components } = document

/** Returns the description of an operation for its callers. */
export function described(id: string): DescribedOperation {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const found = operations.find((one) => one.operationId === id)
  if (!found) throw new Error(`${id} is not described`)
  return found
}

const ajv = new Ajv2020({ strict: false, logger: false })
addFormats.default(ajv)

const validators = new WeakMap<Schema, ValidateFunction>()

/** True if a value fits the schema. */
export function accepts(schema: Schema, value: unknown): boolean {
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components })
  validators.set(schema, validate)
  return validate(value)
}

/** Follows a reference. */
export function resolve(schema: Schema): Schema {
  return schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

/** The alternatives of a schema, itself if it has none. */
export function variantsOf(given: Schema): Schema[] {
  const schema = resolve(given)
  const variants = schema.oneOf ?? schema.anyOf
  return variants ? variants.flatMap(variantsOf) : [schema]
}

const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof jsonTypes)[number]

/** The types of which a schema accepts no value. */
export function wrongTypes(given: Schema): JsonType[] {
  const accepted = new Set(variantsOf(given).flatMap(({ type = [...jsonTypes] }) => type))
  if (accepted.has('integer')) accepted.add('number')
  return jsonTypes.filter((type) => !accepted.has(type))
}

/** The texts that a schema accepts, if they can be enumerated. */
export function textsOf(given: Schema): string[] | undefined {
  const variants = variantsOf(given).filter(({ type }) => type === 'string')
  const texts = variants.flatMap((one) => one.enum ?? ('const' in one ? [one.const] : [undefined]))
  return texts.every((text) => typeof text === 'string') && texts.length > 0 ? texts : undefined
}

const candidates = [
  ...['xxx', 'example.com', '/old', 'https://example.com/', '2026-01-02T03:04:05Z', 'YWJj', '#1f6feb'],
  // A hash.
  'a'.repeat(43),
]

/** The smallest value that fits. */
export function sample(given: Schema): unknown {
  const [schema = {}] = variantsOf(given)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return sampleFields(schema)
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}))
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    default:
      return candidates.find((one) => accepts(schema, one)) ?? 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
  }
}

/** The required fields of an object, each as small as it can be. */
export function sampleFields({ required = [], properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    // A schema describes an address as any text.
    required.map((name) => [name, name === 'email' ? 'ada@example.com' : sample(properties[name] ?? {})]),
  )
}
