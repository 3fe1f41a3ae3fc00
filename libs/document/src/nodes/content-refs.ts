import { classifyUrl, isSafeUrl } from '../markdown/urls.ts'
import type { ContentRef, ImageRef } from './nodes.ts'

/** Translates addresses in markdown to references in documents and back; undefined leaves one to the default. */
export type Refs = {
  refOf?: (url: string, image: boolean) => ContentRef | undefined
  urlOf?: (ref: ContentRef) => string | undefined
}

const addressed =
  /^\/(?:spaces\/([\w-]+)\/)?(pages|files|spaces|users|collections|reusable-contents|openapi|tags)\/([\w-]+)(?:#(.+))?$/

/** The reference that an address stands for, or nothing where following it could run a script. */
export function refOf(url: string, refs: Refs): ContentRef | undefined {
  if (!isSafeUrl(url)) return undefined
  return refs.refOf?.(url, false) ?? ownRef(url) ?? { kind: 'url', url }
}

/** An address that may stand in a tree, or nothing. */
export function safeUrlOf(url: string | undefined): string | undefined {
  return url !== undefined && url !== '' && isSafeUrl(url) ? url : undefined
}

/** As `refOf`, for a picture. */
export function imageRefOf(url: string, refs: Refs): ImageRef | undefined {
  if (!isSafeUrl(url)) return undefined
  const ref = refs.refOf?.(url, true) ?? ownRef(url)
  return ref?.kind === 'file' || ref?.kind === 'url' ? ref : { kind: 'url', url }
}

function ownRef(url: string): ContentRef | undefined {
  if (url.startsWith('#') && url.length > 1) return { kind: 'anchor', anchor: classifyUrl(url).target }
  const [, space, kind, id, hash] = addressed.exec(url) ?? []
  if (!id) return undefined
  const anchor = hash === undefined ? undefined : classifyUrl(`#${hash}`).target
  const inSpace = space ? { space } : {}
  if (kind === 'pages') {
    return anchor ? { kind: 'anchor', anchor, ...inSpace, page: id } : { kind: 'page', page: id, ...inSpace }
  }
  if (kind === 'reusable-contents')
    return anchor ? undefined : { kind: 'reusable-content', reusableContent: id, ...inSpace }
  if (kind === 'tags') return anchor ? undefined : { kind: 'tag', tag: id, ...inSpace }
  return space || anchor ? undefined : plainRef(kind, id)
}

function plainRef(kind: string | undefined, id: string): ContentRef | undefined {
  if (kind === 'files') return { kind: 'file', file: id }
  if (kind === 'spaces') return { kind: 'space', space: id }
  if (kind === 'users') return { kind: 'user', user: id }
  if (kind === 'collections') return { kind: 'collection', collection: id }
  return kind === 'openapi' ? { kind: 'openapi', spec: id } : undefined
}

/** The address that stands for a reference in markdown. */
export function urlOf(ref: ContentRef, refs: Refs): string {
  return refs.urlOf?.(ref) ?? ownUrl(ref)
}

function ownUrl(ref: ContentRef): string {
  const space = 'space' in ref && ref.space ? `/spaces/${ref.space}` : ''
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return `/files/${ref.file}`
    case 'page':
      return `${space}/pages/${ref.page}`
    case 'anchor':
      return `${ref.page ? `${space}/pages/${ref.page}` : ''}#${encodeURIComponent(ref.anchor)}`
    case 'user':
      return `/users/${ref.user}`
    case 'collection':
      return `/collections/${ref.collection}`
    case 'space':
      return space
    case 'reusable-content':
      return /^[\w-]+$/.test(ref.reusableContent)
        ? `${space}/reusable-contents/${ref.reusableContent}`
        : ref.reusableContent
    case 'openapi':
      return `/openapi/${ref.spec}`
    case 'tag':
      return `${space}/tags/${ref.tag}`
  }
}
