import { at, entriesAt, isJson, type Json, listAt, own, resolved, textAt } from './json-pointers.ts'
import type { Body, Content, Operation, Parameter, Reply } from './operations.ts'

/** More of anything than a page shows. */
const maxListed = 200

/** An operation of a path, or of a webhook by its name; undefined where the specification has none there. */
export function operationAt(
  specification: unknown,
  kind: 'paths' | 'webhooks',
  path: string,
  method: string,
): Operation | undefined {
  const item = resolved(at(specification, kind, path), specification)
  const found = own(item, method.toLowerCase()) ?? at(item, 'additionalOperations', method)
  if (!isJson(found) || !/^[\w-]{1,40}$/.test(method)) return undefined
  const operation = resolved(found, specification)
  const parameters = parametersOf(specification, item, operation)
  const isSwagger = textAt(specification, 'swagger') !== undefined
  return {
    ...{ specification, method: method.toUpperCase(), path, isWebhook: kind === 'webhooks' },
    summary: textAt(operation, 'summary') ?? textAt(item, 'summary'),
    description: textAt(operation, 'description') ?? textAt(item, 'description'),
    isDeprecated: operation.deprecated === true,
    servers: isSwagger ? swaggerServers(specification, operation) : serversOf(specification, item, operation),
    parameters: isSwagger
      ? parametersIn(parameters).map((one) => parameterOf({ ...one, schema: one.schema ?? one }))
      : parameters.map(parameterOf),
    body: isSwagger ? swaggerBody(specification, operation, parameters) : bodyOf(specification, operation),
    replies: entriesAt(operation, 'responses')
      .slice(0, maxListed)
      .map(([status, reply]) => replyOf(specification, operation, status, reply)),
    security: securityOf(
      listAt(operation, 'security').length > 0 || own(operation, 'security') ? operation : specification,
    ),
  }
}

/** The operation's own take the place of those that its path has for all of its operations. */
function parametersOf(specification: unknown, ...holders: unknown[]): Json[] {
  const all = new Map<string, Json>()
  for (const holder of holders)
    for (const one of listAt(holder, 'parameters').slice(0, maxListed)) {
      const parameter = resolved(one, specification)
      all.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  return [...all.values()].filter(({ name }) => typeof name === 'string')
}

function parameterOf(parameter: Json): Parameter {
  const [content] = entriesAt(parameter, 'content')
  return {
    name: String(parameter.name ?? ''),
    where: textAt(parameter, 'in') ?? 'header',
    description: textAt(parameter, 'description'),
    isRequired: parameter.required === true || parameter.in === 'path',
    isDeprecated: parameter.deprecated === true,
    schema: parameter.schema ?? own(content?.[1], 'schema') ?? {},
    example: exampleOf(parameter),
  }
}

const serversOf = (specification: unknown, ...holders: unknown[]) => {
  const holder = holders.toReversed().find((one) => listAt(one, 'servers').length > 0) ?? specification
  return listAt(holder, 'servers')
    .slice(0, 20)
    .flatMap((server) => {
      const url = textAt(server, 'url')
      return url === undefined ? [] : [{ url: filled(url, server), description: textAt(server, 'description') }]
    })
}

/** The variables of an address with their defaults. */
const filled = (url: string, server: unknown) =>
  url
    .slice(0, 2000)
    .replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => textAt(server, 'variables', name, 'default') ?? whole)

function bodyOf(specification: unknown, operation: Json): Body | undefined {
  const body = resolved(operation.requestBody, specification)
  const contents = contentsOf(specification, body)
  if (contents.length === 0 && !body.description) return undefined
  return { description: textAt(body, 'description'), isRequired: body.required === true, contents }
}

const contentsOf = (specification: unknown, holder: unknown): Content[] =>
  entriesAt(holder, 'content')
    .slice(0, 10)
    .map(([type, content]) => {
      const whole = resolved(content, specification)
      return { type, schema: whole.schema ?? whole.itemSchema ?? {}, example: exampleOf(whole) }
    })

function replyOf(specification: unknown, operation: Json, status: string, written: unknown): Reply {
  const reply = resolved(written, specification)
  const isSwagger = textAt(specification, 'swagger') !== undefined
  return {
    status,
    description: textAt(reply, 'description') ?? textAt(reply, 'summary'),
    headers: entriesAt(reply, 'headers')
      .slice(0, maxListed)
      .map(([name, header]) => {
        const whole = resolved(header, specification)
        return parameterOf({ ...whole, name, in: 'header', schema: whole.schema ?? (isSwagger ? whole : undefined) })
      }),
    contents: isSwagger ? swaggerContents(specification, operation, reply) : contentsOf(specification, reply),
  }
}

/** The one example, or the first of several. */
function exampleOf(holder: Json): unknown {
  if (holder.example !== undefined) return holder.example
  const [first] = entriesAt(holder, 'examples')
  return own(first?.[1], 'value') ?? own(first?.[1], 'dataValue')
}

const securityOf = (holder: unknown): Operation['security'] =>
  listAt(holder, 'security')
    .slice(0, 20)
    .map((alternative) =>
      entriesAt(alternative)
        .slice(0, 20)
        .map(([scheme, scopes]) => ({
          scheme,
          scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
        })),
    )

// The parts of an operation that version 2.0 states elsewhere than the later versions.

/** Parameters that stay parameters: the others are the body. */
const parametersIn = (parameters: readonly Json[]): Json[] =>
  parameters.filter((one) => one.in !== 'body' && one.in !== 'formData')

function swaggerServers(specification: unknown, operation: Json): Operation['servers'] {
  const host = textAt(specification, 'host')
  const path = textAt(specification, 'basePath') ?? ''
  if (host === undefined) return path === '' ? [] : [{ url: path }]
  const [scheme = 'https'] = [...textsIn(operation.schemes), ...textsIn(own(specification, 'schemes'))]
  return [{ url: `${scheme}://${host}${path === '/' ? '' : path}` }]
}

function swaggerBody(specification: unknown, operation: Json, parameters: readonly Json[]): Body | undefined {
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

function swaggerContents(specification: unknown, operation: Json, reply: Json): Content[] {
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
