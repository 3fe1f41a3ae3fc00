import { type Html, html, joined, nothing } from '../markup.ts'
import type { Rendering } from '../rendering.ts'
import { type Json, listAt } from './json.ts'

/** Values that are shown of a longer list. */
const mostValues = 60
const longestValue = 200

/** What a schema demands of a value, and examples of it. */
export function facts(schema: Json, rendering: Rendering, example: unknown = exampleIn(schema)): Html {
  const { api } = rendering.context.words
  const values = listAt(schema, 'enum')
  const all: [string, readonly unknown[]][] = [
    [api.possibleValues, values.slice(0, mostValues)],
    [api.constant, said(schema.const)],
    [api.defaultValue, said(schema.default)],
    [api.exampleValue, said(example)],
  ]
  const lines = all
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => fact(name, joinedValues(list, values.length > mostValues)))
  const limits = limitsOf(schema)
  if (limits !== '') lines.push(html`<span class="api-fact"><code>${limits}</code></span>`)
  if (typeof schema.pattern === 'string') lines.push(fact(api.pattern, value(schema.pattern)))
  return lines.length === 0 ? nothing : html`<p class="api-facts">${lines}</p>`
}

const exampleIn = (schema: Json): unknown => schema.example ?? listAt(schema, 'examples')[0]

const said = (one: unknown): unknown[] => (one === undefined ? [] : [one])

const fact = (name: string, shown: Html): Html =>
  html`<span class="api-fact"><span class="api-fact-name">${name}</span> ${shown}</span>`

const joinedValues = (list: readonly unknown[], isCut: boolean): Html =>
  html`${joined(list.map((one) => html`${value(one)} `))}${isCut && '…'}`

function value(one: unknown): Html {
  const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? '')
  return html`<code>${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}</code>`
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

function range(name: string, least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  if (least === most) return `${name} = ${least}`
  return `${least === undefined ? '' : `${least} ≤ `}${name}${most === undefined ? '' : ` ≤ ${most}`}`
}
