import type { BlockOf } from '@quire/document'
import type { BlockVocabulary } from '../vocabulary/block-vocabulary.ts'
import { at, entriesAt, isJson, listAt, textAt } from './json-pointers.ts'
import type { Content, Operation, Parameter } from './operations.ts'
import { operationAt } from './read-operations.ts'
import { typeText, wholeSchema } from './schema-types.ts'

export type OpenApiBlock = BlockOf<'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas'>

/** Bounds of the markdown of one block, far more than most operations have. */
const maxCharacters = 40_000
const maxLines = 400
const maxDepth = 6
const maxValues = 30

type Words = BlockVocabulary['api']

/** The lines of a block, which end where there is no more room. */
interface Lines {
  words: Words
  specification: unknown
  add(line: string): void
  /** True if nothing more is added, so that nobody walks through the rest of a large specification. */
  isFull(): boolean
}

/**
 * The markdown of an OpenAPI block: method, address, descriptions, parameters, body and responses. Undefined if the
 * specification does not describe it. `title` is that of the page, which is not repeated.
 */
export function openApiMarkdown(
  { type, data }: OpenApiBlock,
  specification: unknown,
  { words, title }: { words: Words; title: string },
): string | undefined {
  const found: string[] = []
  let left = maxCharacters
  const isFull = () => left <= 0 || found.length >= maxLines
  const lines: Lines = {
    words,
    specification,
    isFull,
    add(line) {
      if (isFull()) return
      left -= line.length
      found.push(line)
      if (isFull()) found.push('', words.shortened)
    },
  }
  if (type === 'openapi-schemas') addSchemas(data.schemas, lines)
  else {
    const [kind, path] =
      type === 'openapi-webhook' ? (['webhooks', data.name] as const) : (['paths', data.path] as const)
    const operation = operationAt(specification, kind, path, data.method)
    if (!operation) return undefined
    addOperation(operation, title, lines)
  }
  return found.length === 0
    ? undefined
    : found
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
}

function addOperation(operation: Operation, pageTitle: string, lines: Lines): void {
  const { words, add } = lines
  const { method, path, summary, description, isDeprecated, isWebhook } = operation
  if (summary && summary !== pageTitle) add(`## ${inLine(summary)}\n`)
  const place = isWebhook ? path : `${operation.servers[0]?.url.replace(/\/$/, '') ?? ''}${path}`
  add(`\`${method} ${place.replaceAll('`', '')}\`${isDeprecated ? ` (${words.deprecated})` : ''}\n`)
  if (description) add(`${description}\n`)
  const schemes = operation.security.map((all) => all.map(({ scheme }) => `\`${scheme}\``).join(' + ')).filter(Boolean)
  if (schemes.length > 0) add(`**${words.authorization}:** ${schemes.join(', ')}\n`)
  for (const where of ['path', 'query', 'querystring', 'header', 'cookie'])
    addParameters(
      words.parameters(where),
      operation.parameters.filter((one) => one.where === where),
      lines,
    )
  if (operation.body) {
    add(`\n**${words.body}**${operation.body.isRequired ? ` (${words.required})` : ''}\n`)
    if (operation.body.description) add(`${operation.body.description}\n`)
    for (const content of operation.body.contents) addContent(content, '', lines)
  }
  if (operation.replies.length > 0) add(`\n**${words.responses}**\n`)
  for (const { status, description, headers, contents } of operation.replies) {
    add(`- \`${status}\`${description ? `: ${inLine(description)}` : ''}`)
    for (const header of headers) addNamed(header, { indent: '  ', around: [] }, lines)
    for (const content of contents) addContent(content, '  ', lines)
  }
}

function addParameters(title: string, parameters: readonly Parameter[], lines: Lines): void {
  if (parameters.length === 0) return
  lines.add(`\n**${title}**\n`)
  for (const one of parameters) addNamed(one, { indent: '', around: [] }, lines)
}

function addContent({ type, schema }: Content, indent: string, lines: Lines): void {
  const whole = wholeSchema(schema, lines.specification)
  lines.add(`${indent}- \`${type}\`: ${typeText(whole, lines.specification)}${factsOf(whole, lines.words)}`)
  addInside(schema, { indent: `${indent}  `, around: [] }, lines)
}

function addSchemas(names: readonly string[], lines: Lines): void {
  for (const name of names.slice(0, 200)) {
    const { specification } = lines
    const schema = at(specification, 'components', 'schemas', name) ?? at(specification, 'definitions', name)
    if (schema !== undefined) addNamed({ name, schema }, { indent: '', around: [] }, lines)
  }
}

/** A place in the list: its indentation, and the references around it, of which one that is met again repeats itself. */
interface ListPlace {
  indent: string
  around: readonly unknown[]
}

interface Named {
  name: string
  schema: unknown
  description?: string
  isRequired?: boolean
  isDeprecated?: boolean
}

function addNamed({ name, schema, ...more }: Named, place: ListPlace, lines: Lines): void {
  if (lines.isFull()) return
  const { words, specification } = lines
  const whole = wholeSchema(schema, specification)
  const labels = [
    typeText(whole, specification),
    ...(more.isRequired ? [words.required] : []),
    ...(more.isDeprecated || whole.deprecated === true ? [words.deprecated] : []),
  ]
  const description = more.description ?? textAt(whole, 'description')
  const said = description ? `: ${inLine(description)}` : ''
  lines.add(`${place.indent}- \`${name.replaceAll('`', '')}\` (${labels.join(', ')})${said}${factsOf(whole, words)}`)
  addInside(schema, { ...place, indent: `${place.indent}  ` }, lines)
}

/** The properties of a schema, of its items and of its alternatives. */
function addInside(written: unknown, { indent, around }: ListPlace, lines: Lines): void {
  const reference = textAt(written, '$ref') ?? written
  if (lines.isFull() || around.includes(reference) || around.length >= maxDepth) return
  const schema = wholeSchema(written, lines.specification)
  const inner = { indent, around: [...around, reference] }
  const required = new Set(listAt(schema, 'required'))
  for (const [name, one] of entriesAt(schema, 'properties'))
    addNamed({ name, schema: one, isRequired: required.has(name) }, inner, lines)
  if (isJson(schema.items)) addInside(schema.items, inner, lines)
  for (const kind of ['oneOf', 'anyOf'] as const)
    for (const [index, one] of listAt(schema, kind).slice(0, 20).entries()) {
      const name = textAt(one, '$ref')?.split('/').at(-1) ?? textAt(one, 'title') ?? `${lines.words[kind]} ${index + 1}`
      addNamed({ name, schema: one }, inner, lines)
    }
}

function factsOf(schema: Record<string, unknown>, words: Words): string {
  const values = listAt(schema, 'enum').slice(0, maxValues)
  const facts = [
    ...(values.length > 0 ? [`${words.possibleValues}: ${values.map(valueText).join(', ')}`] : []),
    ...(schema.default === undefined ? [] : [`${words.defaultValue}: ${valueText(schema.default)}`]),
  ]
  return facts.length > 0 ? ` (${facts.join('; ')})` : ''
}

const valueText = (value: unknown) =>
  `\`${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200).replaceAll('`', '')}\``
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 2000)
