import type { BlockOf } from '@quire/document'
import { attributes, type Html, html, nothing } from '../markup.ts'
import { type Rendering, within } from '../rendering.ts'
import { linkTo } from '../safe-links.ts'
import { described } from './descriptions.ts'
import { at, textAt } from './json-pointers.ts'
import { operationBlock } from './operation-html.ts'
import type { Operation } from './operations.ts'
import { operationAt } from './read-operations.ts'
import { facts } from './schema-facts.ts'
import { insideOf, schemaPlace } from './schema-html.ts'
import { typeText, wholeSchema } from './schema-types.ts'

type Pointed = BlockOf<'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas'>

export function openApiOperation({ data }: BlockOf<'swagger' | 'openapi-operation'>, rendering: Rendering): Html {
  const operation = operationAt(rendering.context.openapi(data.ref), 'paths', data.path, data.method)
  return budgeted(operation, rendering) ?? absent(data, `${data.method.toUpperCase()} ${data.path}`, rendering)
}

export function openApiWebhook({ data }: BlockOf<'openapi-webhook'>, rendering: Rendering): Html {
  const operation = operationAt(rendering.context.openapi(data.ref), 'webhooks', data.name, data.method)
  return budgeted(operation, rendering) ?? absent(data, data.name, rendering)
}

/** Each operation may be a page's worth of examples and schemas, so a page has room for so many. */
function budgeted(operation: Operation | undefined, rendering: Rendering): Html | undefined {
  const { budget } = rendering
  if (!operation || budget.operations <= 0 || budget.included <= 0) return undefined
  budget.operations -= 1
  const block = operationBlock(operation, rendering)
  budget.included -= block.length
  return block
}

/** Schemas by their names; those that the specification does not have are left out. */
export function openApiSchemas({ data }: BlockOf<'openapi-schemas'>, rendering: Rendering): Html {
  const specification = rendering.context.openapi(data.ref)
  const all = data.schemas.slice(0, 200).flatMap((name) => {
    const found = at(specification, 'components', 'schemas', name) ?? at(specification, 'definitions', name)
    return found === undefined ? [] : [{ name, found }]
  })
  if (all.length === 0) return absent(data, data.title ?? data.schemas.join(', '), rendering)
  const inside = within(rendering)
  const title = data.title ? html`<p class="api-part-title">${data.title}</p>` : nothing
  const items = all.map(
    ({ name, found }) =>
      html`<li class="api-schema">${schemaOf(name, found, specification, inside, data.grouped !== false && all.length > 1)}</li>`,
  )
  return html`<section class="api">${title}<ul class="api-schemas">${items}</ul></section>`
}

function schemaOf(
  name: string,
  written: unknown,
  specification: unknown,
  rendering: Rendering,
  isFolded: boolean,
): Html {
  const schema = wholeSchema(written, specification)
  const body = html`${described(textAt(schema, 'description'), rendering)}${facts(schema, rendering)}${insideOf(written, schemaPlace(specification, rendering))}`
  const head = html`<code class="api-name">${name}</code> <span class="api-type">${typeText(schema, specification)}</span>`
  return html`<details${attributes({ class: 'api-inner api-schema-inner', open: !isFolded })}><summary>${head}</summary>${body}</details>`
}

/** The name of an operation that the specification does not describe, with a link where the text gives one. */
function absent(data: Pointed['data'], name: string, rendering: Rendering): Html {
  const target = rendering.context.target(data.ref) ?? (data.fallback && { href: data.fallback.url })
  const title = linkTo(target?.href ? target : undefined, html`<code>${name}</code>`, rendering)
  return html`<section class="api api-absent"><p>${title}</p><p class="api-aside">${rendering.context.vocabulary.api.absent}</p></section>`
}
