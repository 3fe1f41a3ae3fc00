import type { SiteRedirect, SiteSection, SiteSpace } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { allPages, type Page } from '../space/pages.ts'
import { documentAt, segmentsOf, spaceAtPath } from './site-addresses.ts'
import { type SiteParams, structureQuery, useSite } from './sites-queries.ts'
import { type StructureItem, titleOf, treeOf } from './structure-tree.ts'
import { type TreesRead, useTrees } from './use-trees.ts'

export type Destination = SiteRedirect['destination']

/** Begins the keys of all that depends on the redirects of a site. */
export const redirectsKey = ({ siteId }: SiteParams) => ['site', siteId, 'redirects']

export type LostPart = Exclude<Destination['kind'], 'external'>

/** A page of a site as the target of a redirect. */
type PageTarget = Extract<Destination, { kind: 'site-page' }>

/** What redirects of a site may lead to. */
export interface RedirectTargets {
  sections: readonly SiteSection[]
  spaces: readonly SiteSpace[]
  /** The progress of reading the trees of pages that were asked for. */
  reading: TreesRead
  /** The pages of a space on the site; none while they are loading. */
  pagesOf: (siteSpaceId: string) => readonly Page[]
  /** Names the target of a redirect, without a part that is lost. */
  nameOf: (destination: Destination) => string
  /** Returns the kind of the part of a target that the site does not have any more; undefined if it has all. */
  lostPart: (destination: Destination) => LostPart | undefined
  /** Finds the page at a path: at the address of the site, else in the first space that has it. */
  find: (path: string) => Destination | undefined
  /** Returns the page that a redirect hides, since it counts before the page at its path; undefined if it hides none. */
  hiddenBy: (source: string, destination: Destination) => PageTarget | undefined
}

/**
 * Loads what redirects of the site of the screen may lead to. `needed` names the spaces whose pages are asked for, by
 * their ids on the site; those of the first space always are, because a new redirect leads there at first.
 */
export function useRedirectTargets(needed: 'all' | readonly string[]): RedirectTargets {
  const { params } = useSite()
  const { data: structure } = useSuspenseQuery(structureQuery(params))
  const items = treeOf(structure)
  const things = everything(items)
  const spaces = things.flatMap((thing) => (thing.object === 'site-space' ? [thing] : []))
  const sections = things.flatMap((thing) => (thing.object === 'site-section' ? [thing] : []))
  const wanted = spaces.filter(({ id }, index) => index === 0 || needed === 'all' || needed.includes(id))
  const { trees, reading } = useTrees(wanted.map(({ space }) => space.id))
  const treeOfSpace = (siteSpaceId: string) => trees[wanted.findIndex(({ id }) => id === siteSpaceId)]
  const pagesOf = (siteSpaceId: string) => treeOfSpace(siteSpaceId) ?? []
  const sectionOf = (siteSectionId: string) => sections.find(({ id }) => id === siteSectionId)
  const spaceOf = (siteSpaceId: string) => spaces.find(({ id }) => id === siteSpaceId)
  const pageAt = (siteSpaceId: string, path: string): PageTarget | undefined => {
    const page = documentAt(pagesOf(siteSpaceId), path)
    return page && { kind: 'site-page', siteSpaceId, pageId: page.id }
  }
  const pageAtAddress = (path: string) => {
    const found = spaceAtPath(items, path)
    return found && pageAt(found.space.id, found.page)
  }
  return {
    sections,
    spaces,
    reading,
    pagesOf,
    nameOf(destination) {
      if (destination.kind === 'external') return destination.url
      if (destination.kind === 'site-section') return sectionOf(destination.siteSectionId)?.title ?? ''
      const space = spaceOf(destination.siteSpaceId)
      const names = [space && titleOf(space)]
      if (destination.kind === 'site-page')
        names.push(pageIn(pagesOf(destination.siteSpaceId), destination.pageId)?.title)
      return names.filter(Boolean).join(' › ')
    },
    lostPart(destination) {
      if (destination.kind === 'external') return undefined
      if (destination.kind === 'site-section') return sectionOf(destination.siteSectionId) ? undefined : 'site-section'
      if (!spaceOf(destination.siteSpaceId)) return 'site-space'
      // Pages that are not loaded are not lost, and a space without pages has none to choose.
      const tree = treeOfSpace(destination.siteSpaceId)
      if (destination.kind === 'site-space' || !tree || destination.pageId === '') return undefined
      return pageIn(tree, destination.pageId) ? undefined : 'site-page'
    },
    find(path) {
      const inSpace = segmentsOf(path).join('/')
      const inAny = () => wanted.map(({ id }) => pageAt(id, inSpace)).find((page) => page !== undefined)
      return pageAtAddress(path) ?? inAny()
    },
    hiddenBy(source, destination) {
      // A redirect of the site itself has a path, and one that leads to the page at its own path is not followed.
      const page = segmentsOf(source).length > 0 ? pageAtAddress(source) : undefined
      return destination.kind === 'site-page' && destination.pageId === page?.pageId ? undefined : page
    },
  }
}

/** Returns the id on the site of the space that a path leads to, for a list of those that are needed. */
export function useSpaceAtPath(path: string): string[] {
  const { params } = useSite()
  const { data: structure } = useSuspenseQuery(structureQuery(params))
  const found = spaceAtPath(treeOf(structure), path)
  return found ? [found.space.id] : []
}

/** Returns the ids on the site of the spaces that redirects lead to. */
export const spacesIn = (destinations: readonly (Destination | undefined)[]): string[] =>
  destinations.flatMap((one) => (one && 'siteSpaceId' in one ? [one.siteSpaceId] : []))

const pageIn = (pages: readonly Page[], pageId: string) => allPages(pages).find(({ id }) => id === pageId)

const everything = (items: readonly StructureItem[]): StructureItem['thing'][] =>
  items.flatMap(({ thing, children }) => [thing, ...everything(children)])
