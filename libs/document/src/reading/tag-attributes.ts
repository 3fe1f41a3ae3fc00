import { readBlockTag } from '../markdown/block-tags.ts'
import type { Edition } from '../nodes/containers.ts'

/**
 * Reading for the published editions is strict: a block with an attribute that its tree has no place for stays markdown,
 * so that writing the tree back loses nothing. Reading for the full edition, which is never written back, ignores it.
 */
export type Strictness = { edition: Edition }

/** A tag with more attributes is not recognized. */
const MAX_ATTRIBUTES = 50

export type TagAttributes = { [name: string]: string | undefined }

/** The known attributes of a tag; in a strict edition undefined if it has others, or anything but attributes. */
export function attributesOf({ edition }: Strictness, tag: string, ...known: string[]): TagAttributes | undefined {
  const { attributes } = readBlockTag(tag)
  if (edition === 'full')
    return valuesOf(attributes.filter(({ name }) => isKnown(name, known)).slice(0, MAX_ATTRIBUTES))
  if (attributes.length > MAX_ATTRIBUTES) return undefined
  let rest = tag
  for (const { start, end, quote } of attributes.toReversed()) {
    const isClosed = quote !== '' && /["'“”]/.test(rest[end] ?? '')
    rest = rest.slice(0, start - quote.length) + rest.slice(isClosed ? end + 1 : end)
  }
  const tagName = /^\{%[ \t]*@?[\w-]+(?:\/[\w-]+)?/.exec(rest)?.[0] ?? ''
  const names = attributes.map((attribute) => attribute.name)
  if (!plain.test(rest.slice(tagName.length))) return undefined
  if (new Set(names).size < names.length || !names.every((one) => isKnown(one, known))) return undefined
  return valuesOf(attributes)
}

/** A tag without its name and the values of its attributes. */
const plain = /^(?:[\s,]*[\w-]+[ \t]*=)*[\s,]*%\}$/

const isKnown = (name: string, known: readonly string[]) => known.includes(name) || known.includes('*')

const valuesOf = (attributes: readonly { name: string; value: string }[]): TagAttributes =>
  Object.fromEntries(
    attributes.map(({ name, value }) => [name, value.replace(/&quot;/g, '"').replace(/%&#125;/g, '%}')]),
  )

/** The flags that are set to `true`. `false` equals no flag; undefined if a flag has another value, in a strict edition. */
export function flagsOf<Name extends string>(
  { edition }: Strictness,
  attributes: TagAttributes,
  ...names: Name[]
): { [name in Name]?: true } | undefined {
  const flags: { [name in Name]?: true } = {}
  for (const name of names) {
    const isFlag = [undefined, 'true', 'false'].includes(attributes[name])
    if (!isFlag && edition !== 'full') return undefined
    if (attributes[name] === 'true') flags[name] = true
  }
  return flags
}

/** True if a tag names no icon, or one whose name is not too long. */
export const iconFits = ({ icon = '' }: TagAttributes): boolean => icon.length <= 50

/** The properties that are defined. */
export function present<T extends object>(properties: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as never
}
