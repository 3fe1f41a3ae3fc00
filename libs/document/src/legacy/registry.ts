import { textOf } from '../markdown/readable-text.ts'
import { refOf, safeUrlOf } from '../nodes/content-refs.ts'
import type { Block } from '../nodes/nodes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { readApiMethod, readSwaggerTags } from './api-method.ts'
import { attributesOfTag, bareValueOf, blocksIn, type LegacyReader } from './tag-parts.ts'

const inside: LegacyReader = (group, reading) => blocksIn(group, reading)

/**
 * The tags of the older formats that books were written in. They are read as the blocks of today in the full edition
 * alone; in the others they stay what their author wrote.
 */
const readers: { [name: string]: LegacyReader } = {
  'api-method': readApiMethod,
  swagger: readSwaggerTags,
  'page-ref': readPageRef,
  youtube: videoOf((id) => (/^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined)),
  vimeo: videoOf((id) => (/^\d{5,12}$/.test(id) ? `https://vimeo.com/${id}` : undefined)),
  'code-tabs': readCodeTabs,
  raw: inside,
  // Words of an interface's method beside samples of code in several languages.
  method: inside,
  sample: inside,
  common: inside,
}

/** Parts of these; one that stands alone is what is in it. */
const parts = new Set([
  ...['summary', 'description', 'spec', 'request', 'response', 'headers', 'path-parameters', 'query-parameters'].map(
    (name) => `api-method-${name}`,
  ),
  ...['body-parameters', 'form-data-parameters', 'parameter', 'response-example', 'response-example-description'].map(
    (name) => `api-method-${name}`,
  ),
  ...['swagger-description', 'swagger-parameter', 'swagger-response'],
])

/** Tags that need no closing one. */
const singles = new Set(['page-ref', 'youtube', 'vimeo', 'sample', 'common'])

export const isLegacy = (name: string): boolean => Object.hasOwn(readers, name) || parts.has(name)
export const isLegacySingle = (name: string): boolean => singles.has(name)

/** The blocks of a pair of an older format, or of a tag that stands alone; undefined for any other, and in strict editions. */
export function readLegacy(group: Group, reading: ReadingContext): Block[] | undefined {
  if (reading.edition !== 'full' || !isLegacy(group.name)) return undefined
  return (readers[group.name] ?? inside)(group, reading)
}

/** `{% page-ref page="a.md" %}` is the card of a page. */
function readPageRef(group: Group, reading: ReadingContext): Block[] | undefined {
  const { page, url } = attributesOfTag(group)
  return cardOf(page ?? url, reading)?.concat(blocksIn(group, reading))
}

function cardOf(url: string | undefined, reading: ReadingContext): Block[] | undefined {
  const ref = url === undefined ? undefined : refOf(url, reading.refs)
  return ref && [{ object: 'block', type: 'content-ref', isVoid: true, data: { ref } }]
}

/** `{% youtube id="…" %}`, `{% youtube … %}`, `{% youtube %}address{% endyoutube %}`. */
function videoOf(addressOf: (id: string) => string | undefined): LegacyReader {
  return (group, reading) => {
    const { id, url, src, videoId } = attributesOfTag(group)
    const [only, ...others] = group.children
    const inner = only && others.length === 0 && only.type !== 'group' ? textOf(only).trim() : ''
    const written = url ?? src ?? id ?? videoId ?? bareValueOf(group) ?? inner
    const address = /^https?:\/\//.test(written) ? safeUrlOf(written) : addressOf(written)
    if (address === undefined) return undefined
    const rest = written === inner ? [] : blocksIn(group, reading)
    return [{ object: 'block', type: 'embed', isVoid: true, data: { url: address } }, ...rest]
  }
}

/** `{% code-tabs %}` around `{% code-tabs-item title="a.js" %}`: tabs, or a titled block of code if there is one alone. */
function readCodeTabs(group: Group, reading: ReadingContext): Block[] {
  const items = group.children.map((child) => {
    const isItem = child.type === 'group' && child.name === 'code-tabs-item'
    const { title = '' } = isItem ? attributesOfTag(child) : {}
    return { title, isItem, nodes: blocksIn({ children: isItem ? child.children : [child] }, reading) }
  })
  const [first, ...others] = items
  const [code, ...more] = first?.nodes ?? []
  if (first && code?.type === 'code' && others.length + more.length === 0)
    return [{ ...code, data: { ...code.data, ...(first.title ? { title: first.title } : {}) } }]
  if (!items.every(({ isItem }) => isItem)) return items.flatMap(({ nodes }) => nodes)
  const nodes = items.map(({ title, nodes }) => ({
    ...{ object: 'block' as const, type: 'tabs-item' as const, data: title ? { title } : {}, nodes },
  }))
  return nodes.length > 0 ? [{ object: 'block', type: 'tabs', nodes }] : []
}
