import { z } from 'zod'

/** The part of a JSON schema that clients depend on. */
export interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  const?: unknown
  enum?: unknown[] | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  pattern?: string | undefined
}
export const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    pattern: z.string().optional(),
  }),
)

const Content = z.record(z.string(), z.object({ schema: Schema }))
const DescribedOperation = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Schema }))
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})
export type DescribedOperation = z.output<typeof DescribedOperation>

export const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), DescribedOperation)),
  components: z.object({ schemas: z.record(z.string(), Schema).default({}) }).prefault({}),
})
export type Document = z.output<typeof Document>

/** Returns the operations by method and path. */
export const operationsOf = ({ paths }: Document) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  )

/** Returns the schema of a body or reply, whatever its content type. */
export const schemaOf = (part: { content?: z.output<typeof Content> | undefined } | undefined) =>
  Object.values(part?.content ?? {})[0]?.schema

/** Resolves a reference to its schema. */
export function resolve({ components }: Document, schema: Schema): Schema {
  if (!schema.$ref) return schema
  return components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}
}
