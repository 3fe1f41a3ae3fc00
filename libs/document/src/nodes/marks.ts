import type { Edition } from './containers.ts'
import { colors, newerColors, plainMarks } from './inline-shapes.ts'
import type { Mark } from './nodes.ts'

type PlainMark = (typeof plainMarks)[number]
type Tag = { name: string; attributes: ReadonlyMap<string, string> }

const tagMarks = new Map<string, PlainMark>([
  ['strong', 'bold'],
  ['b', 'bold'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['del', 'strikethrough'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
  ['kbd', 'keyboard'],
  ['code', 'code'],
])
const known = { current: new Set(colors), next: new Set([...colors, ...newerColors]) }

export function plainMark(type: PlainMark): Mark {
  return { object: 'mark', type }
}

/** The mark that an HTML element puts on its content; undefined if the element has other attributes. */
export function markOf({ name, attributes }: Tag, edition: Edition): Mark | undefined {
  if (name === 'mark') return attributes.size === 1 ? colorOf(attributes.get('style') ?? '', edition) : undefined
  const type =
    attributes.size === 0 || (edition === 'full' && isMark(name, attributes)) ? tagMarks.get(name) : undefined
  return type && plainMark(type)
}

/** True unless the element is an icon or an expression. */
const isMark = (name: string, attributes: Tag['attributes']) =>
  (name !== 'i' && name !== 'code') || !/^(?:fa-|expression$)/.test(attributes.get('class') ?? '')

function colorOf(style: string, edition: Edition): Mark | undefined {
  const data = { text: 'default', background: 'default' }
  for (const part of style.split(';')) {
    const [name, value, ...more] = part.split(':').map((word) => word.trim())
    if (name === '' && value === undefined) continue
    const property = name === 'color' ? 'text' : name === 'background-color' ? 'background' : undefined
    if (
      !property ||
      value === undefined ||
      more.length > 0 ||
      !known[edition === 'current' ? 'current' : 'next'].has(value)
    )
      return undefined
    data[property] = value
  }
  return data.text === 'default' && data.background === 'default' ? undefined : { object: 'mark', type: 'color', data }
}

/** Tells marks apart. */
export function markKey(mark: Mark): string {
  return mark.type === 'color' ? `color:${mark.data.text}:${mark.data.background}` : mark.type
}

const order = new Map<string, number>(['color', ...plainMarks].map((type, index) => [type, index]))

/** Marks with one more, in the one order they have everywhere; nothing where there is one of its kind already. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] | undefined {
  if (marks.some(({ type }) => type === mark.type)) return undefined
  return [...marks, mark].toSorted((a, b) => (order.get(a.type) ?? 0) - (order.get(b.type) ?? 0))
}
