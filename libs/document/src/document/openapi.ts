import { textOf } from '../text.ts'
import { imageRefOf, safeUrlOf } from './content-refs.ts'
import type { Group, GroupedContent } from './groups.ts'
import type { Block } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import { squeezed } from './spaces.ts'
import { attributesOf, flagsOf } from './tags.ts'

export type Link = { label: string; url: string }

/**
 * The link that a pair of tags holds for readers that do not know the tags. It is kept only where it differs from the
 * expected one. Undefined where there is anything else.
 */
export function fallbackOf(children: readonly GroupedContent[], expected: Link): { fallback?: Link } | undefined {
  const [paragraph, ...others] = children
  if (!paragraph) return {}
  if (paragraph.type !== 'paragraph' || others.length > 0) return undefined
  const [link, ...more] = paragraph.children
  if (link?.type !== 'link' || link.title || more.length > 0) return undefined
  if (!link.children.every(({ type }) => type === 'text') || safeUrlOf(link.url) === undefined) return undefined
  const label = squeezed(textOf(link))
  return label === expected.label && link.url === expected.url ? {} : { fallback: { label, url: link.url } }
}

/** What a specification's link says where nothing else is known. */
export function specLink(spec: string): Link {
  return { label: `OpenAPI ${spec}`, url: `/openapi/${spec}` }
}

/** The blocks of an OpenAPI document: by the address of a file, or by the name of a specification. */
export function readOpenApi(name: string, { open, children }: Group, reading: ReadingContext): Block | undefined {
  if (name === 'openapi' || name === 'swagger') return readFileOperation(open.value, children, reading)
  const said = attributesOf(open.value, 'spec', 'path', 'method', 'schemas', 'grouped', 'title', 'name')
  const { spec, path, method, schemas, title, name: webhook } = said ?? {}
  const fallback = spec === undefined ? undefined : fallbackOf(children, specLink(spec))
  const flags = said && flagsOf(said, 'grouped')
  if (!said || !spec || !/^[\w-]+$/.test(spec) || !fallback || !flags) return undefined
  const ref = { kind: 'openapi' as const, spec }
  const says = (...names: string[]) => Object.keys(said).every((one) => one === 'spec' || names.includes(one))
  if (name === 'openapi-operation' && path !== undefined && method !== undefined && says('path', 'method')) {
    return { object: 'block', type: name, isVoid: true, data: { ref, path, method, ...fallback } }
  }
  if (name === 'openapi-webhook' && webhook !== undefined && method !== undefined && says('name', 'method')) {
    return { object: 'block', type: name, isVoid: true, data: { ref, name: webhook, method, ...fallback } }
  }
  if (name === 'openapi-schemas' && schemas !== undefined && says('schemas', 'grouped', 'title')) {
    const list = schemas
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const grouped = said.grouped === undefined ? {} : { grouped: said.grouped === 'true' }
    return {
      object: 'block',
      type: name,
      isVoid: true,
      data: { ref, schemas: list, ...grouped, ...(title ? { title } : {}), ...fallback },
    }
  }
  return undefined
}

function readFileOperation(
  tag: string,
  children: readonly GroupedContent[],
  { refs }: ReadingContext,
): Block | undefined {
  const said = attributesOf(tag, 'src', 'path', 'method', 'expanded', 'fullWidth')
  const flags = said && flagsOf(said, 'expanded', 'fullWidth')
  const { src, path, method } = said ?? {}
  const ref = src ? imageRefOf(src, refs) : undefined
  const fallback = src === undefined ? undefined : fallbackOf(children, { label: src, url: src })
  if (!ref || path === undefined || method === undefined || !flags || !fallback) return undefined
  return { object: 'block', type: 'swagger', isVoid: true, data: { ref, path, method, ...flags, ...fallback } }
}
