import { type Html, html, joined, nothing } from '../markup.ts'
import type { Rendering } from '../rendering.ts'
import { described } from './descriptions.ts'
import { resolved, textAt } from './json-pointers.ts'
import { part } from './operation-part.ts'
import type { Operation } from './operations.ts'
import { schemeAt } from './request-samples.ts'

/** The ways to authenticate, any one of which is enough, each with all of its schemes. */
export function security({ security: ways, specification }: Operation, rendering: Rendering): Html {
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
