// Scalar's snippets (MIT, kept): each escapes what it is given for its own language.
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import { at, textAt } from './json-pointers.ts'
import type { Operation, Parameter } from './operations.ts'
import { isJsonType, madeSample, sampleText } from './schema-samples.ts'

interface RequestExample {
  title: string
  syntax: string
  code: string
}

const writers = [
  { title: 'cURL', syntax: 'bash', plugin: shellCurl },
  { title: 'JavaScript', syntax: 'javascript', plugin: jsFetch },
  { title: 'Python', syntax: 'python', plugin: pythonRequests },
]

type HarRequest = NonNullable<Parameters<typeof shellCurl.generate>[0]>

/** Programs that send the operation's request. */
export function requestExamples(operation: Operation): RequestExample[] {
  const request = requestOf(operation)
  return writers.map(({ title, syntax, plugin }) => ({ title, syntax, code: plugin.generate(request) }))
}

/** Stands for a server that the specification does not name. */
const anyServer = 'https://example.com'

export function serverOf({ servers }: Pick<Operation, 'servers'>): string {
  const url = servers[0]?.url ?? ''
  const whole = url.startsWith('/') ? anyServer + url : url
  return (/^https?:\/\/[^\s]+$/.test(whole) ? whole : anyServer).replace(/(?<!\/)\/+$/, '')
}

function requestOf(operation: Operation): Partial<HarRequest> {
  const { method, parameters, body, specification } = operation
  const given = parameters
    .filter(({ isRequired }) => isRequired)
    .map((one) => ({ ...one, value: parameterValue(one, specification) }))
  const named = (where: string) =>
    given.filter((one) => one.where === where).map(({ name, value }) => ({ name, value }))
  const path = given
    .filter(({ where }) => where === 'path')
    .reduce(
      (all, { name, value }) => (value === '' ? all : all.replaceAll(`{${name}}`, encodeURIComponent(value))),
      operation.path,
    )
  const content = body?.contents[0]
  const headers = [
    ...named('header'),
    ...authorization(operation),
    ...(content ? [{ name: 'Content-Type', value: content.type }] : []),
  ]
  const text = content && sampleText(content, specification, 'request')
  return {
    method,
    url: serverOf(operation) + path,
    headers,
    queryString: [...named('query'), ...keysIn(operation, 'query')],
    cookies: named('cookie'),
    ...(content && text !== undefined
      ? { postData: { mimeType: isJsonType(content.type) ? 'application/json' : content.type, text } }
      : {}),
  } as Partial<HarRequest>
}

/** A value for a parameter; nothing known: its own place in the path says what it is. */
function parameterValue({ example, schema, where, name }: Parameter, specification: unknown): string {
  const value = example ?? (where === 'path' ? at(schema, 'example') : madeSample(schema, specification, 'request'))
  if (value === undefined || value === null) return where === 'path' ? '' : name
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function authorization(operation: Operation): { name: string; value: string }[] {
  const schemes = schemesOf(operation)
  const header = schemes.flatMap(({ declared }) => {
    const kind = textAt(declared, 'type')
    const scheme = textAt(declared, 'scheme')?.toLowerCase()
    if (kind === 'basic' || scheme === 'basic') return ['Basic <credentials>']
    return kind === 'oauth2' || kind === 'openIdConnect' || scheme ? ['Bearer <token>'] : []
  })
  return [...header.slice(0, 1).map((value) => ({ name: 'Authorization', value })), ...keysIn(operation, 'header')]
}

const keysIn = (operation: Operation, where: string): { name: string; value: string }[] =>
  schemesOf(operation).flatMap(({ declared }) => {
    const name = textAt(declared, 'name')
    return textAt(declared, 'type') === 'apiKey' && textAt(declared, 'in') === where && name
      ? [{ name, value: '<key>' }]
      : []
  })

/** The schemes of the first way to authenticate. */
const schemesOf = ({ security, specification }: Operation) =>
  (security[0] ?? []).map(({ scheme }) => ({ scheme, declared: schemeAt(specification, scheme) }))

export const schemeAt = (specification: unknown, name: string): unknown =>
  at(specification, 'components', 'securitySchemes', name) ?? at(specification, 'securityDefinitions', name)
