import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { Schema } from './described-schemas.ts'

const require = createRequire(import.meta.url)
type Version = 'gitbook-api' | 'gitbook-api-authoring'

interface Parameter {
  in: string
  name: string
}

interface DescribedOperation {
  operationId?: string
  tags?: string[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** The possible input and answers of an operation. */
export interface PublishedOperation {
  id: string
  method: string
  /** From the version on, with `{name}` for parameters. */
  path: string
  tags: string[]
  statuses: number[]
  /** Names of query parameters, and of the body's fields. */
  query: string[]
  body: string[]
}

/** Checks replies against the published description of their operation. */
export function publishedReplies(version: Version) {
  const document = convert(JSON.parse(readFileSync(require.resolve(`${version}/spec/openapi.json`), 'utf8')))
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(document, version)
  const places = placesOf(document)
  return {
    operations: operationsOf(document),
    knows: (operationId: string, status: number) => places.has(`${operationId} ${status}`),
    /** The problems of a reply, one line each. */
    problems(operationId: string, status: number, body: unknown): string[] {
      const validate = ajv.compile({ $ref: `${version}#${places.get(`${operationId} ${status}`)}` })
      if (validate(body)) return []
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
    },
  }
}

const convert = (document: object) => toJsonSchema(document) as Document

function operationsOf({ paths, components }: Document): PublishedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(
      ([method, { operationId: id, tags = [], parameters = [], requestBody, responses }]) =>
        id === undefined
          ? []
          : {
              id,
              method: method.toUpperCase(),
              path: `/v1${path}`,
              tags,
              statuses: Object.keys(responses ?? {}).map(Number),
              query: parameters.flatMap((one) => queryName(one, components.parameters)),
              body: [...fieldsOf(requestBody?.content?.['application/json']?.schema ?? {}, components.schemas)],
            },
    ),
  )
}

function queryName(given: Parameter | { $ref: string }, known: Record<string, Parameter>): string[] {
  const parameter = '$ref' in given ? known[given.$ref.split('/').at(-1) ?? ''] : given
  return parameter?.in === 'query' ? [parameter.name] : []
}

/** The names of an object's fields, in any of its variants. */
function fieldsOf(schema: Schema, known: Record<string, Schema>): Set<string> {
  const { $ref, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema
  const parts = [...anyOf, ...oneOf, ...allOf, ...($ref ? [known[$ref.split('/').at(-1) ?? ''] ?? {}] : [])]
  return new Set([...Object.keys(properties), ...parts.flatMap((part) => [...fieldsOf(part, known)])])
}

/** JSON pointers to the schemas of replies, by operation and status. */
function placesOf({ paths }: Document): Map<string, string> {
  const places = new Map<string, string>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, responses = {} }] of Object.entries(methods))
      for (const [status, { content }] of Object.entries(responses))
        if (content?.['application/json'])
          places.set(
            `${operationId} ${status}`,
            ['', 'paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
              .map(escaped)
              .join('/'),
          )
  return places
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function isEmptyObject(value: object): boolean {
  const { properties, additionalProperties } = value as { properties?: object; additionalProperties?: unknown }
  return additionalProperties === false && properties !== undefined && Object.keys(properties).length === 0
}

/** An edited page fits every variant, since none has required fields; as published, "exactly one" would refuse it. */
const isEdit = (variants: unknown) =>
  Array.isArray(variants) && variants.every(({ $ref }) => /ChangeAttributes$/.test(String($ref)))

/** A page without text has the empty variant of a text, which as published would forbid the page's other fields. */
const withoutAny = (names: readonly string[]) => ({
  not: { anyOf: ['markdown', 'document', ...names].map((name) => ({ required: [name] })) },
})

/** Restricts an empty variant to objects without the required fields of the other variants. */
function ofVariants(key: string, variants: unknown): unknown {
  if (key !== 'oneOf' || !Array.isArray(variants)) return variants
  const names = variants.flatMap(({ required = [] }) => required)
  return names.length === 0 ? variants : variants.map((one) => (isEmptyObject(one) ? withoutAny(names) : one))
}

/** Converts `nullable` of OpenAPI 3.0 to a type of JSON Schema. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  if (isEmptyObject(value)) return withoutAny([])
  const { nullable, oneOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'example' ? undefined : toJsonSchema(ofVariants(key, one)),
    ]),
  )
  if (oneOf) Object.assign(rest, isEdit(oneOf) ? { anyOf: oneOf } : { oneOf })
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}
