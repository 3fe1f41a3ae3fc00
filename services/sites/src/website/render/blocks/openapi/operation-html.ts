import { plainCode } from '../code-blocks.ts'
import { attributes, type Html, html, joined, nothing } from '../markup.ts'
import { type Rendering, within } from '../rendering.ts'
import { described } from './descriptions.ts'
import { resolved, textAt } from './json-pointers.ts'
import type { Content, Operation, Parameter, Reply } from './operations.ts'
import { requestExamples, schemeAt, serverOf } from './request-samples.ts'
import { facts } from './schema-facts.ts'
import { insideOf, label, namedSchemas, schemaPlace } from './schema-html.ts'
import { isJsonType, sampleText } from './schema-samples.ts'
import { typeText, wholeSchema } from './schema-types.ts'

/** An operation as a reference: what it is, what it takes and answers on one side, examples on the other. */
export function operationBlock(operation: Operation, rendering: Rendering): Html {
  const inside = within(rendering)
  const about = html`${described(operation.description, inside)}${security(operation, inside)}${parameters(operation, inside)}${body(operation, inside)}${replies(operation, inside)}`
  return html`<section class="api">${headOf(operation, rendering)}<div class="api-columns"><div class="api-about">${about}</div>${examples(operation, inside)}</div></section>`
}

function headOf(operation: Operation, rendering: Rendering): Html {
  const { method, path, summary, isWebhook, isDeprecated } = operation
  const { api } = rendering.context.vocabulary
  const title = summary ?? (isWebhook ? path : `${method} ${path}`)
  const id = rendering.anchors.written(
    `${method}-${isWebhook ? path : path.replace(/[{}]/g, '')}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
  )
  if (rendering.isListed) rendering.headings.push({ id, title, level: 2 })
  const place = isWebhook
    ? html`<span>${api.webhook}</span> <code>${path}</code>`
    : html`<code><span class="api-server">${serverOf(operation)}</span>${path}</code>`
  const verb = html`<span${attributes({ class: `api-method api-method-${/^[A-Z]+$/.test(method) ? method.toLowerCase() : 'other'}` })}>${method}</span>`
  return html`<h2${attributes({ id, tabindex: '-1', class: 'api-title' })}>${title}${isDeprecated && label(api.deprecated, 'deprecated')}</h2><p class="api-place" dir="ltr">${verb}${place}</p>`
}

const parameterLocations = ['path', 'query', 'querystring', 'header', 'cookie']

function parameters({ parameters: all, specification }: Operation, rendering: Rendering): Html {
  const { api } = rendering.context.vocabulary
  return joined(
    parameterLocations.map((where) =>
      part(
        api.parameters(where),
        listed(
          all.filter((one) => one.where === where),
          specification,
          rendering,
        ),
      ),
    ),
  )
}

const listed = (parameters: readonly Parameter[], specification: unknown, rendering: Rendering): Html =>
  namedSchemas(parameters, schemaPlace(specification, rendering))

function body({ body: sent, specification }: Operation, rendering: Rendering): Html {
  if (!sent) return nothing
  const { api } = rendering.context.vocabulary
  const required = sent.isRequired ? label(api.required, 'required') : nothing
  const inner = html`${described(sent.description, rendering)}${joined(sent.contents.map((content) => contentOf(content, specification, rendering, required)))}`
  return part(api.body, inner)
}

function contentOf(
  { type, schema: written }: Content,
  specification: unknown,
  rendering: Rendering,
  labels: Html = nothing,
): Html {
  const schema = wholeSchema(written, specification)
  const head = html`<p class="api-content"><code>${type}</code> <span class="api-type">${typeText(schema, specification)}</span>${labels}</p>`
  return html`${head}${facts(schema, rendering)}${insideOf(written, schemaPlace(specification, rendering))}`
}

function replies({ replies: all, specification }: Operation, rendering: Rendering): Html {
  const items = all.map(
    (reply) =>
      html`<li class="api-reply"><details><summary>${status(reply)}</summary>${replyBody(reply, specification, rendering)}</details></li>`,
  )
  return part(
    rendering.context.vocabulary.api.responses,
    items.length === 0 ? nothing : html`<ul class="api-replies">${items}</ul>`,
  )
}

const status = ({ status: code, description }: Reply): Html =>
  html`<span${attributes({ class: `api-status api-status-${/^[1-5]/.exec(code)?.[0] ?? 'other'}` })}>${code}</span> <span class="api-status-text">${description?.split('\n')[0]?.slice(0, 200)}</span>`

function replyBody({ description, headers, contents }: Reply, specification: unknown, rendering: Rendering): Html {
  const { api } = rendering.context.vocabulary
  const text = description?.includes('\n') ? described(description, rendering) : nothing
  const inner = html`${text}${part(api.headers, listed(headers, specification, rendering))}${joined(contents.map((content) => contentOf(content, specification, rendering)))}`
  return inner.length === 0 ? html`<p class="api-aside">${api.noContent}</p>` : inner
}

/** Examples of a request and of its responses. */
function examples(operation: Operation, rendering: Rendering): Html {
  const { api } = rendering.context.vocabulary
  const requests = operation.isWebhook
    ? nothing
    : panels(
        requestExamples(operation).map(({ title, syntax, code }) => ({
          title,
          code: plainCode(code, syntax, rendering),
        })),
      )
  const answers = operation.replies.filter(({ contents }) => contents.length > 0).slice(0, maxResponses)
  const answered = panels(
    answers.flatMap(({ status: code, contents }) => {
      const example = exampleCode(contents[0], operation.specification, 'response', rendering)
      return example ? [{ title: code, code: example }] : []
    }),
  )
  const sent =
    operation.isWebhook && exampleCode(operation.body?.contents[0], operation.specification, 'request', rendering)
  const all = html`${part(api.request, html`${requests}${sent}`)}${part(api.response, answered)}`
  return all.length === 0 ? nothing : html`<div class="api-examples">${all}</div>`
}

/** Answers that have an example beside the operation. */
const maxResponses = 6

function exampleCode(
  content: Content | undefined,
  specification: unknown,
  as: 'request' | 'response',
  rendering: Rendering,
) {
  const sample = content && sampleText(content, specification, as)
  return sample === undefined ? undefined : plainCode(sample, isJsonType(content?.type ?? '') ? 'json' : '', rendering)
}

/** Code under titles, of which the page's script makes tabs. */
function panels(all: { title: string; code: Html }[]): Html {
  if (all.length === 0) return nothing
  const items = all.map(
    ({ title, code }) =>
      html`<section${attributes({ class: 'tab', 'data-tab': true, 'aria-label': title })}><p class="tab-title">${title}</p><div class="tab-body">${code}</div></section>`,
  )
  return html`<div class="tabs tabs-code" data-tabs>${items}</div>`
}

/** The ways to authenticate, any one of which is enough, each with all of its schemes. */
function security({ security: ways, specification }: Operation, rendering: Rendering): Html {
  const { api } = rendering.context.vocabulary
  const named = ways.filter((schemes) => schemes.length > 0)
  if (named.length === 0) return nothing
  const items = named.map((schemes) => {
    const all = schemes.map(({ scheme, scopes }) => {
      const said = resolved(schemeAt(specification, scheme), specification)
      const needs =
        scopes.length > 0
          ? html`<p class="api-facts">${api.scopes}: ${joined(scopes.slice(0, 50).map((scope) => html`<code>${scope}</code> `))}</p>`
          : nothing
      const head = html`<div class="api-property-head"><code class="api-name">${scheme}</code><span class="api-type">${kindOf(said)}</span></div>`
      return html`${head}${described(textAt(said, 'description'), rendering)}${needs}`
    })
    return html`<li class="api-property">${all}</li>`
  })
  return part(api.authorization, html`<ul class="api-properties">${items}</ul>`)
}

/** `http · bearer`, `apiKey · header · X-Key`. */
const kindOf = (said: unknown): string =>
  ['type', 'scheme', 'in', 'name', 'bearerFormat']
    .map((name) => textAt(said, name))
    .filter(Boolean)
    .join(' · ')

/** A titled part of an operation; nothing where there is nothing in it. */
const part = (title: string, inner: Html): Html =>
  inner.length === 0
    ? nothing
    : html`<section class="api-part"><p class="api-part-title">${title}</p>${inner}</section>`
