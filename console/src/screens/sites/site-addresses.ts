import type { SiteSection, SiteSpace } from '@quire/contracts'
import { allPages, firstDocument, type Page } from '../space/pages.ts'
import type { StructureItem } from './structure-tree.ts'

/** A space that an address on a site leads to. */
interface AddressedSpace {
  space: SiteSpace
  /** The path of the page in the space; empty for its first page. */
  page: string
}

/**
 * Returns the space that a path on a site leads to, as the site reads its addresses (docs/interface.md#sections): the first
 * segment may name a section and the next ones a space; without a name it is the default one. Undefined without spaces.
 */
export function spaceAtPath(items: readonly StructureItem[], path: string): AddressedSpace | undefined {
  const segments = segmentsOf(path)
  const sections = sectionsIn(items)
  const named = sections.find((one) => comparable(one.path) === comparable(segments[0] ?? ''))
  const section = named ?? sections.find((one) => one.default) ?? sections[0]
  const beside = section?.siteSpaces ?? items.flatMap(({ thing }) => (thing.object === 'site-space' ? [thing] : []))
  const behind = segments.slice(named ? 1 : 0)
  const spaceNamed = beside
    .filter((one) => startsWith(behind, segmentsOf(one.path)))
    .toSorted((one, other) => other.path.split('/').length - one.path.split('/').length)[0]
  const space = spaceNamed ?? beside.find((one) => one.default) ?? beside[0]
  if (!space) return undefined
  const used = spaceNamed ? segmentsOf(spaceNamed.path).length : 0
  return { space, page: behind.slice(used).join('/') }
}

const sectionsIn = (items: readonly StructureItem[]): SiteSection[] =>
  items.flatMap(({ thing, children }) => [
    ...(thing.object === 'site-section' ? [thing] : []),
    ...(thing.object === 'site-section-group' ? sectionsIn(children) : []),
  ])

/** Returns the segments of a path, decoded. */
export const segmentsOf = (path: string) => path.split('/').filter(Boolean).map(decoded)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const comparable = (text: string) => text.normalize().toLowerCase()
const startsWith = (segments: readonly string[], start: readonly string[]) =>
  start.every((one, index) => comparable(one) === comparable(segments[index] ?? ''))

const indexes = new WeakMap<readonly Page[], ReadonlyMap<string, Page>>()

/** Returns the document at a path of a space; the first one without a path. */
export function documentAt(pages: readonly Page[], path: string): Page | undefined {
  if (path === '') return firstDocument(pages)
  // A long list of redirects looks up many paths of the same tree.
  const index = indexes.get(pages) ?? indexOf(pages)
  indexes.set(pages, index)
  return index.get(path)
}

const indexOf = (pages: readonly Page[]) =>
  new Map(allPages(pages).flatMap((page) => (page.type === 'document' ? [[page.path, page] as const] : [])))
