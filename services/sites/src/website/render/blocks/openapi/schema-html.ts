import { attributes, classes, type Html, html, nothing } from '../markup.ts'
import type { Rendering } from '../rendering.ts'
import { described } from './descriptions.ts'
import { entriesAt, isJson, type Json, listAt, textAt } from './json-pointers.ts'
import { facts } from './schema-facts.ts'
import { namesOf, typeText, wholeSchema } from './schema-types.ts'

/** A place in the tree of a schema. */
interface SchemaPlace {
  specification: unknown
  rendering: Rendering
  /** References around this place, of which one that is met again repeats itself. */
  around: readonly string[]
  depth: number
}

/** Deeper schemas than people read. */
const maxDepth = 10

/** Something that has a name and a schema: a property, a parameter, a header. */
interface Named {
  name: string
  schema: unknown
  isRequired?: boolean
  isDeprecated?: boolean
  description?: string
  example?: unknown
}

export const schemaPlace = (specification: unknown, rendering: Rendering): SchemaPlace => ({
  specification,
  rendering,
  around: [],
  depth: 0,
})

/** The inside of a schema: its properties, its items, or its alternatives. Nothing for a plain value. */
export function insideOf(written: unknown, place: SchemaPlace): Html {
  const { specification, rendering, depth } = place
  const { api } = rendering.context.vocabulary
  const reference = textAt(written, '$ref')
  if (reference !== undefined && place.around.includes(reference))
    return html`<p class="api-aside">${api.recursive}</p>`
  const schema = wholeSchema(written, specification)
  if (!['properties', 'additionalProperties', 'oneOf', 'anyOf', 'items'].some((name) => isHolder(schema[name])))
    return nothing
  if (depth > maxDepth || rendering.budget.schemas <= 0) return html`<p class="api-aside">${api.shortened}</p>`
  const around = reference === undefined ? place.around : [...place.around, reference]
  const inner = { ...place, depth: depth + 1, around }
  return html`${propertiesOf(schema, inner)}${choicesOf(schema, 'oneOf', inner)}${choicesOf(schema, 'anyOf', inner)}${itemsOf(schema, inner)}`
}

const isHolder = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length > 0

function propertiesOf(schema: Json, place: SchemaPlace): Html {
  const { api } = place.rendering.context.vocabulary
  const required = new Set(listAt(schema, 'required'))
  const named: Named[] = entriesAt(schema, 'properties').map(([name, one]) => ({
    name,
    schema: one,
    isRequired: required.has(name),
  }))
  if (isJson(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0)
    named.push({ name: api.otherProperties, schema: schema.additionalProperties })
  return namedSchemas(named, place)
}

/** A list of them, as far as the page has room. */
export function namedSchemas(named: readonly Named[], place: SchemaPlace): Html {
  if (named.length === 0 || place.depth > maxDepth + 1) return nothing
  const { budget, context } = place.rendering
  const visible = named.slice(0, Math.max(0, budget.schemas))
  budget.schemas -= visible.length
  const rest =
    visible.length < named.length ? html`<li class="api-aside">${context.vocabulary.api.shortened}</li>` : nothing
  return html`<ul class="api-properties">${visible.map((one) => namedSchema(one, place))}${rest}</ul>`
}

function namedSchema({ name, schema: written, ...more }: Named, place: SchemaPlace): Html {
  const { rendering, specification } = place
  const schema = wholeSchema(written, specification)
  const { api } = rendering.context.vocabulary
  const type = html`<span class="api-type">${typeText(schema, specification)}</span>`
  const text = described(more.description ?? textAt(schema, 'description'), rendering)
  const isDeprecated = more.isDeprecated || schema.deprecated === true
  const labels = html`${more.isRequired && label(api.required, 'required')}${isDeprecated && label(api.deprecated, 'deprecated')}${flagsOf(schema, rendering)}`
  const head = html`<div class="api-property-head"><code class="api-name">${name}</code>${type}${labels}</div>`
  return html`<li class="api-property">${head}${text}${facts(schema, rendering, more.example)}${folded(insideOf(written, place), schema, rendering)}</li>`
}

export const label = (text: string, kind: string): Html =>
  html`<span${attributes({ class: classes('api-label', `api-label-${kind}`) })}>${text}</span>`

function flagsOf(schema: Json, { context }: Rendering): Html {
  const { api } = context.vocabulary
  const isNullable = namesOf(schema).includes('null')
  return html`${schema.readOnly === true && label(api.readOnly, 'plain')}${schema.writeOnly === true && label(api.writeOnly, 'plain')}${isNullable && label(api.nullable, 'plain')}`
}

function folded(inner: Html, schema: Json, { context }: Rendering): Html {
  if (inner.length === 0) return nothing
  const { api } = context.vocabulary
  const title = schema.oneOf ? api.oneOf : schema.anyOf ? api.anyOf : schema.items ? api.items : api.properties
  return html`<details class="api-inner"><summary>${title}</summary>${inner}</details>`
}

/** The items of a list, whose inside is visible at once. */
const itemsOf = (schema: Json, place: SchemaPlace): Html =>
  isJson(schema.items) ? insideOf(schema.items, place) : nothing

/** The schemas that a value may follow, each with its own inside. */
function choicesOf(schema: Json, name: 'oneOf' | 'anyOf', place: SchemaPlace): Html {
  const { rendering, specification } = place
  const choices = listAt(schema, name).slice(0, Math.max(0, Math.min(50, rendering.budget.schemas)))
  if (choices.length === 0 || place.depth > maxDepth + 1) return nothing
  rendering.budget.schemas -= choices.length
  const items = choices.map((choice) => {
    const whole = wholeSchema(choice, specification)
    const title = textAt(whole, 'title') ?? textAt(choice, '$ref')?.split('/').at(-1) ?? typeText(whole, specification)
    const inner = html`${described(textAt(whole, 'description'), rendering)}${facts(whole, rendering)}${insideOf(choice, place)}`
    if (inner.length === 0) return html`<li class="api-choice"><span class="api-choice-title">${title}</span></li>`
    return html`<li class="api-choice"><details class="api-inner"><summary>${title}</summary>${inner}</details></li>`
  })
  const { api } = rendering.context.vocabulary
  return html`<p class="api-choices-title">${name === 'oneOf' ? api.oneOf : api.anyOf}</p><ul class="api-choices">${items}</ul>`
}
