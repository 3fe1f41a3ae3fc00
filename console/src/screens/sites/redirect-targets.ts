import type { SiteRedirect, SiteSection, SiteSpace } from '@quire/contracts'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { allPages, type Page } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { type SiteParams, structureQuery, useSite } from './sites-queries.ts'
import { type StructureItem, titleOf, treeOf } from './structure-tree.ts'

export type Destination = SiteRedirect['destination']

/** Begins the keys of all that depends on the redirects of a site. */
export const redirectsKey = ({ siteId }: SiteParams) => ['site', siteId, 'redirects']

export type LostPart = Exclude<Destination['kind'], 'external'>

/** What redirects of a site may lead to. */
export interface RedirectTargets {
  sections: readonly SiteSection[]
  spaces: readonly SiteSpace[]
  /** The pages of a space on the site; none while they are loading. */
  pagesOf: (siteSpaceId: string) => readonly Page[]
  /** Names the target of a redirect, without a part that is lost. */
  nameOf: (destination: Destination) => string
  /** Returns the kind of the part of a target that the site does not have any more; undefined if it has all. */
  lostPart: (destination: Destination) => LostPart | undefined
  /** Finds the page at a path, of the first space that has it. */
  find: (path: string) => Destination | undefined
}

/** The pages of more spaces are not loaded, so that a screen of a large site does not ask for hundreds of trees. */
const maxTrees = 20

/** Loads what redirects of the site of the screen may lead to. */
export function useRedirectTargets(): RedirectTargets {
  const { params } = useSite()
  const { data: structure } = useSuspenseQuery(structureQuery(params))
  const things = everything(treeOf(structure))
  const spaces = things.flatMap((thing) => (thing.object === 'site-space' ? [thing] : []))
  const sections = things.flatMap((thing) => (thing.object === 'site-section' ? [thing] : []))
  const trees = useQueries({
    queries: spaces.slice(0, maxTrees).map(({ space }) => pagesQuery({ spaceId: space.id })),
    combine: (results) => results.map(({ data }) => data),
  })
  const treeOfSpace = (siteSpaceId: string) => trees[spaces.findIndex(({ id }) => id === siteSpaceId)]
  const pagesOf = (siteSpaceId: string) => treeOfSpace(siteSpaceId) ?? []
  const sectionOf = (siteSectionId: string) => sections.find(({ id }) => id === siteSectionId)
  const spaceOf = (siteSpaceId: string) => spaces.find(({ id }) => id === siteSpaceId)
  return {
    sections,
    spaces,
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
      for (const [index, pages = []] of trees.entries()) {
        const page = allPages(pages).find((one) => one.type === 'document' && one.path === path)
        const space = spaces[index]
        if (page && space) return { kind: 'site-page', siteSpaceId: space.id, pageId: page.id }
      }
      return undefined
    },
  }
}

const pageIn = (pages: readonly Page[], pageId: string) => allPages(pages).find(({ id }) => id === pageId)

const everything = (items: readonly StructureItem[]): StructureItem['thing'][] =>
  items.flatMap(({ thing, children }) => [thing, ...everything(children)])
