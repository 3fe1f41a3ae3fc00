import { createHash } from 'node:crypto'
import type { LinkRelation } from '@quire/contracts'
import { brokenScheme, type ContentRef, isSafeUrl, type Link, refOf, schemeOf } from '@quire/document/plain'

/**
 * The addresses that a text refers to, each once. Except for `#anchor`, their meaning does not depend on the location.
 */
export type TextTargets = Record<LinkRelation, string[]>

export const noTargets: TextTargets = { reference: [], dependsOn: [] }

/** Collects the addresses of links, without unsafe ones. */
export function targetsOf(links: readonly Pick<Link, 'url' | 'image'>[]): TextTargets {
  const found = { reference: new Set<string>(), dependsOn: new Set<string>() }
  for (const { url, image } of links) if (url !== '' && isSafeUrl(url)) found[relationOf(url, image)].add(url)
  return { reference: [...found.reference], dependsOn: [...found.dependsOn] }
}

/** Returns `dependsOn` for pictures, included texts and specifications, without which a page cannot be presented. */
export function relationOf(address: string, isPicture: boolean): LinkRelation {
  const kind = refOf(address, {})?.kind
  return isPicture || kind === 'reusable-content' || kind === 'openapi' ? 'dependsOn' : 'reference'
}

/** The target of an address, relative to the text that uses the address. */
export interface Target {
  /** Identifies and orders targets: the address, shortened if it is long. */
  target: string
  relation: LinkRelation
  /** The whole address. */
  address: string
  /** The address of the page, file or reusable content of a space, or the specification, that must exist. */
  resource: string | null
  /** The space that must exist, if it is another one. */
  outside: string | null
  /** The status if it does not depend on the space's content; `outside` if it depends on the reader and the time. */
  settled: 'ok' | 'broken' | 'in-app' | 'outside' | undefined
}

/** The text that uses an address. */
export interface Standpoint {
  spaceId: string
  /** The public address of this installation. */
  publicUrl: string
  /** The page of the text; undefined for a reusable content. */
  pageId?: string | undefined
}

/** Characters of a target; index entries of PostgreSQL are limited in size. */
const maxTargetLength = 400

/** Resolves an address; undefined for an anchor in a reusable content, which leads elsewhere in each including page. */
export function readTarget(address: string, relation: LinkRelation, from: Standpoint): Target | undefined {
  const ref = refOf(address, {}) ?? ({ kind: 'url', url: address } as const)
  const found = resolve(ref, from)
  if (!found) return undefined
  const { resource, outside, settled } = found.means
  return {
    target: shortened(found.address ?? address),
    relation,
    address: found.address ?? address,
    resource: resource === undefined ? null : shortened(resource),
    outside: outside === undefined ? null : shortened(outside),
    settled,
  }
}

/** The prefix of addresses of specifications. */
export const specPrefix = '/openapi/'

interface Resolution {
  resource?: string
  outside?: string
  settled?: Target['settled']
}

function resolve(ref: ContentRef, from: Standpoint): { address?: string; means: Resolution } | undefined {
  switch (ref.kind) {
    case 'url':
      return { means: { settled: statusOfUrl(ref.url, from.publicUrl) } }
    case 'file':
      return { means: { resource: `/files/${ref.file}` } }
    case 'page':
      return inSpace(ref.space, `/pages/${ref.page}`, '', from)
    case 'reusable-content':
      return inSpace(ref.space, `/reusable-contents/${ref.reusableContent}`, '', from)
    case 'anchor': {
      const page = ref.page ?? from.pageId
      return page === undefined
        ? undefined
        : inSpace(ref.space, `/pages/${page}`, `#${encodeURIComponent(ref.anchor)}`, from)
    }
    case 'space':
      return { means: ref.space === from.spaceId ? { settled: 'ok' } : { outside: ref.space, settled: 'outside' } }
    case 'openapi':
      return { means: { resource: `${specPrefix}${ref.spec}`, settled: 'outside' } }
    default:
      // People, collections and tags may be hidden from the reader, so their existence is not revealed.
      return { means: { settled: 'ok' } }
  }
}

/** Resolves a target in a space to its one address, in whatever form the link has it. */
function inSpace(space: string | undefined, resource: string, anchor: string, { spaceId }: Standpoint) {
  if (space === undefined || space === spaceId) return { address: resource + anchor, means: { resource } }
  const address = `/spaces/${space}${resource}${anchor}`
  return { address, means: { resource, outside: space, settled: 'outside' as const } }
}

/**
 * Returns the status of a URL. A path is broken: had it led to a resource when written, it would be stored as that. So is
 * an address that an export has marked.
 */
function statusOfUrl(url: string, publicUrl: string): Target['settled'] {
  const scheme = schemeOf(url)
  if (scheme === brokenScheme || (scheme === undefined && !/^[/\\]{2}/.test(url))) return 'broken'
  return isInApp(url, publicUrl) ? 'in-app' : 'ok'
}

/** True for addresses in the app; published sites are under the public address too, but for visitors. */
function isInApp(url: string, publicUrl: string): boolean {
  const [address, base] = [URL.parse(url), URL.parse(publicUrl)]
  if (!address || !base || address.origin !== base.origin) return false
  const path = `${base.pathname.replace(/\/$/, '')}/`
  return `${address.pathname}/`.startsWith(path) && !address.pathname.startsWith(`${path}sites/`)
}

function shortened(address: string): string {
  if (address.length <= maxTargetLength) return address
  const hash = createHash('sha256').update(address).digest('base64url')
  return `${address.slice(0, maxTargetLength - hash.length).toWellFormed()}${hash}`
}
