import type { BlockTag } from '../block-tags.ts'
import { readBlockTag } from '../block-tags.ts'
import { refOf, safeUrlOf } from './content-refs.ts'
import type { Block, Embed, FileBlock, Integration } from './nodes.ts'
import type { ReadingContext } from './reading.ts'

/** A tag with more attributes is none of ours. */
const MAX_ATTRIBUTES = 50

export type Said = { [name: string]: string | undefined }

/** The attributes of a tag, or nothing where it has others than those named. */
export function attributesOf(tag: string, ...known: string[]): Said | undefined {
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

/** The flags that are set to `true`. `false` is the same as no flag; nothing where a flag has another value. */
export function flagsOf<Name extends string>(said: Said, ...names: Name[]): { [name in Name]?: true } | undefined {
  const flags: { [name in Name]?: true } = {}
  for (const name of names) {
    if (said[name] !== undefined && said[name] !== 'true' && said[name] !== 'false') return undefined
    if (said[name] === 'true') flags[name] = true
  }
  return flags
}

/** The properties that are there. */
export function present<T extends object>(properties: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as never
}

/** A tag on its own, without a closing one. */
export function readTag({ value }: BlockTag, reading: ReadingContext): Block | undefined {
  const { name } = readBlockTag(value)
  if (name === 'embed') return readEmbed(value)
  if (name === 'file') return readFile(value, reading)
  if (name === 'include') return readInclude(value, reading)
  return name.startsWith('@') ? readIntegration(name.slice(1), value) : undefined
}

export function readEmbed(tag: string, caption?: string): Embed | undefined {
  const said = attributesOf(tag, 'url', 'fullWidth')
  const url = said && safeUrlOf(said.url)
  const flags = said && flagsOf(said, 'fullWidth')
  return url && flags
    ? { object: 'block', type: 'embed', isVoid: true, data: { url, ...flags, ...(caption ? { caption } : {}) } }
    : undefined
}

export function readFile(tag: string, { refs }: ReadingContext, caption?: string): FileBlock | undefined {
  const said = attributesOf(tag, 'src')
  const ref = said && refOf(said.src ?? '', refs)
  return ref?.kind === 'file'
    ? { object: 'block', type: 'file', isVoid: true, data: { ref, ...(caption ? { caption } : {}) } }
    : undefined
}

/** Content of another place by its address; the reference holds the address itself until it is known. */
function readInclude(tag: string, { refs }: ReadingContext): Block | undefined {
  const url = safeUrlOf(/^\{%[ \t]*include[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*%\}$/.exec(tag)?.slice(1).find(Boolean))
  if (!url) return undefined
  const known = refOf(url, refs)
  const ref = known?.kind === 'reusable-content' ? known : { kind: 'reusable-content' as const, reusableContent: url }
  return { object: 'block', type: 'reusable-content', isVoid: true, data: { ref } }
}

/**
 * `{% @mermaid/diagram content="…" %}`: a block of an integration with its attributes. They belong into `props`, but
 * cannot be there: the published schema takes any text there for two things at once, and so refuses it.
 */
function readIntegration(name: string, tag: string): Integration | undefined {
  const said = attributesOf(tag, '*')
  const [integration = '', block = ''] = name.split('/')
  const flags = said && flagsOf(said, 'fullWidth')
  if (!said || !flags || block === '') return undefined
  const { url, fullWidth: _, ...attributes } = said
  if (url !== undefined && !safeUrlOf(url)) return undefined
  return {
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: {
      ...{ integration, block, props: {}, ...(url === undefined ? {} : { url }), ...flags },
      ...(Object.keys(attributes).length > 0 ? { attributes: present(attributes) } : {}),
    },
  }
}
