import { type Html, html, joined, nothing } from '../markup.ts'
import type { Rendering } from '../rendering.ts'
import { type Json, listAt } from './json-pointers.ts'

/** Values that are shown of a longer list. */
const maxValues = 60
const maxValueLength = 200

/** The constraints of a schema on a value, and examples of it. */
export function facts(schema: Json, rendering: Rendering, example: unknown = exampleIn(schema)): Html {
  const { api } = rendering.context.vocabulary
  const values = listAt(schema, 'enum')
  const all: [string, readonly unknown[]][] = [
    [api.possibleValues, values.slice(0, maxValues)],
    [api.constant, listOf(schema.const)],
    [api.defaultValue, listOf(schema.default)],
    [api.exampleValue, listOf(example)],
  ]
  const lines = all
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => fact(name, joinedValues(list, values.length > maxValues)))
  const limits = limitsOf(schema)
  if (limits !== '') lines.push(html`<span class="api-fact"><code>${limits}</code></span>`)
  if (typeof schema.pattern === 'string') lines.push(fact(api.pattern, value(schema.pattern)))
  return lines.length === 0 ? nothing : html`<p class="api-facts">${lines}</p>`
}

const exampleIn = (schema: Json): unknown => schema.example ?? listAt(schema, 'examples')[0]

const listOf = (one: unknown): unknown[] => (one === undefined ? [] : [one])

const fact = (name: string, inner: Html): Html =>
  html`<span class="api-fact"><span class="api-fact-name">${name}</span> ${inner}</span>`

const joinedValues = (list: readonly unknown[], isCut: boolean): Html =>
  html`${joined(list.map((one) => html`${value(one)} `))}${isCut && '…'}`

function value(one: unknown): Html {
  const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? '')
  return html`<code>${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}</code>`
}

/** Bounds as people of the field write them: `1 ≤ value < 10`, `length ≤ 20`. */
function limitsOf(schema: Json): string {
  const bound = (name: string) => (typeof schema[name] === 'number' ? (schema[name] as number) : undefined)
  const strict = (name: 'Minimum' | 'Maximum', plain: string) => {
    const own = bound(`exclusive${name}`)
    return own ?? (schema[`exclusive${name}`] === true ? bound(plain) : undefined)
  }
  const [above, below] = [strict('Minimum', 'minimum'), strict('Maximum', 'maximum')]
  return [
    range(
      'value',
      above === undefined ? bound('minimum') : undefined,
      below === undefined ? bound('maximum') : undefined,
    ),
    above === undefined ? '' : `value > ${above}`,
    below === undefined ? '' : `value < ${below}`,
    range('length', bound('minLength'), bound('maxLength')),
    range('items', bound('minItems'), bound('maxItems')),
    range('properties', bound('minProperties'), bound('maxProperties')),
    bound('multipleOf') === undefined ? '' : `multiple of ${bound('multipleOf')}`,
    schema.uniqueItems === true ? 'unique' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function range(name: string, min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return ''
  if (min === max) return `${name} = ${min}`
  return `${min === undefined ? '' : `${min} ≤ `}${name}${max === undefined ? '' : ` ≤ ${max}`}`
}
