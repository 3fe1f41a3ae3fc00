// The parts of an operation that version 2.0 states elsewhere than the later versions.
import { entriesAt, type Json, own, textAt } from './json-pointers.ts'
import type { Body, Content, Operation } from './operations.ts'

/** Parameters that stay parameters: the others are the body. */
export const parametersIn = (parameters: readonly Json[]): Json[] =>
  parameters.filter((one) => one.in !== 'body' && one.in !== 'formData')

export function swaggerServers(specification: unknown, operation: Json): Operation['servers'] {
  const host = textAt(specification, 'host')
  const path = textAt(specification, 'basePath') ?? ''
  if (host === undefined) return path === '' ? [] : [{ url: path }]
  const [scheme = 'https'] = [...textsIn(operation.schemes), ...textsIn(own(specification, 'schemes'))]
  return [{ url: `${scheme}://${host}${path === '/' ? '' : path}` }]
}

export function swaggerBody(specification: unknown, operation: Json, parameters: readonly Json[]): Body | undefined {
  const body = parameters.find((one) => one.in === 'body')
  const types = typesOf(specification, operation, 'consumes')
  if (body) {
    const contents = types.map((type) => ({ type, schema: body.schema ?? {} }))
    return { description: textAt(body, 'description'), isRequired: body.required === true, contents }
  }
  const fields = parameters.filter((one) => one.in === 'formData')
  if (fields.length === 0) return undefined
  const hasFile = fields.some(({ type }) => type === 'file')
  const type = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return { isRequired: fields.some(({ required }) => required === true), contents: [{ type, schema: formOf(fields) }] }
}

const formOf = (fields: readonly Json[]): Json => ({
  type: 'object',
  required: fields.filter(({ required }) => required === true).map(({ name }) => name),
  properties: Object.fromEntries(
    fields.map(({ name, required: _, in: __, ...field }) => [
      String(name),
      field.type === 'file' ? { ...field, type: 'string', format: 'binary' } : field,
    ]),
  ),
})

export function swaggerContents(specification: unknown, operation: Json, reply: Json): Content[] {
  if (reply.schema === undefined) return []
  const schema = reply.schema
  const examples = new Map(entriesAt(reply, 'examples'))
  return typesOf(specification, operation, 'produces').map((type) => ({ type, schema, example: examples.get(type) }))
}

function typesOf(specification: unknown, operation: Json, name: 'consumes' | 'produces'): string[] {
  const types = [...textsIn(operation[name]), ...textsIn(own(specification, name))]
  return types.length === 0 ? ['application/json'] : [...new Set(types)].slice(0, 10)
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
