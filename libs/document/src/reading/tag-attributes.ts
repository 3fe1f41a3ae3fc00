import { readBlockTag } from '../markdown/block-tags.ts'

/** A tag with more attributes is not recognized. */
const MAX_ATTRIBUTES = 50

export type TagAttributes = { [name: string]: string | undefined }

/** The attributes of a tag; undefined if it has others than those named. */
export function attributesOf(tag: string, ...known: string[]): TagAttributes | undefined {
  const { attributes } = readBlockTag(tag)
  if (attributes.length > MAX_ATTRIBUTES) return undefined
  let rest = tag
  for (const { start, end } of attributes.toReversed()) rest = rest.slice(0, start - 1) + rest.slice(end + 1)
  const tagName = /^\{%[ \t]*@?[\w-]+(?:\/[\w-]+)?/.exec(rest)?.[0] ?? ''
  const names = attributes.map((attribute) => attribute.name)
  if (!/^(?:[\s,]*[\w-]+[ \t]*=)*[\s,]*%\}$/.test(rest.slice(tagName.length))) return undefined
  if (new Set(names).size < names.length || !names.every((one) => known.includes(one) || known.includes('*')))
    return undefined
  return Object.fromEntries(
    attributes.map(({ name, value }) => [name, value.replace(/&quot;/g, '"').replace(/%&#125;/g, '%}')]),
  )
}

/** The flags that are set to `true`. `false` equals no flag; undefined if a flag has another value. */
export function flagsOf<Name extends string>(
  attributes: TagAttributes,
  ...names: Name[]
): { [name in Name]?: true } | undefined {
  const flags: { [name in Name]?: true } = {}
  for (const name of names) {
    if (attributes[name] !== undefined && attributes[name] !== 'true' && attributes[name] !== 'false') return undefined
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
