import type { VisitorConditions } from '@quire/access'
import type { GitSyncState, SiteCustomizationSettings, VisitorClaims } from '@quire/contracts'
import type { PageScript } from '../../integrations/scripts/site-scripts.ts'

/** A space on a site as visitors see it: one version or language of a section. */
export interface Variant {
  /** The id of the site space. */
  id: string
  spaceId: string
  /** The live revision. */
  revision: string
  title: string
  icon?: string | undefined
  emoji?: string | undefined
  /** The language tag of the pages, if it is known. */
  language?: string | undefined
  /** The Git provider of the space, if pages link to their files there. */
  git?: GitSyncState | undefined
  /** Where the console has the pages of the space; undefined if pages do not lead there. */
  consolePages?: string | undefined
  /** The encoded path within the site: '' for the variant that the site opens with, else `/…`. */
  path: string
  /** The path with all names, which decides with those of other variants which addresses pages have. */
  fullPath: string
  /** Returns the encoded path of a page within the site, `/…`, which leads to this page and no other. */
  pagePath(path: string): string
}

/** A section of a site; one without a title represents a site that has no sections. */
export interface Section {
  kind: 'section'
  id: string
  title: string
  description?: string | undefined
  icon?: string | undefined
  /** The variants; the first is the section's default. */
  variants: Variant[]
}

interface SectionGroup {
  kind: 'group'
  id: string
  title: string
  icon?: string | undefined
  children: SectionNode[]
}

export type SectionNode = Section | SectionGroup

/** The visitor of a site, as far as it decides what is visible, with the conditions of what the visitor reads. */
export interface Audience extends VisitorConditions {
  /** True if everybody sees the same, so that shared caches may store it. */
  isPublic: boolean
  /** True if search engines may index the site. */
  isIndexed: boolean
  /** The claims with which a member previews the site, which pages show; undefined for visitors. */
  preview: VisitorClaims | undefined
  /** A hash that is equal for visitors who see the same, including the two fields above; part of cache keys. */
  key: string
  /** The claims of the visitor. */
  claims: VisitorClaims
  /** The groups that the visitor's work waits in. */
  groups: readonly string[]
}

/** A site as one visitor sees it. */
export interface VisibleSite {
  id: string
  organizationId: string
  title: string
  /** The site's address, absolute and without a trailing slash. */
  address: string
  /** The path at which the visitor reads the site: '' or `/…`. */
  base: string
  structure: SectionNode[]
  /** The origin of files; another one than the site's if the site has a custom hostname. */
  filesOrigin: string
  settings: SiteCustomizationSettings
  /** The scripts of integrations that its pages load. */
  scripts: readonly PageScript[]
  /** True if AI agents may read the whole site. */
  isForAgents: boolean
  /** True if visitors may ask questions: `isForAgents`, and neither organization nor settings turn AI features off. */
  isAskable: boolean
  /** The events that pages report: everything, only feedback that the visitor gives, or nothing. */
  reports: 'everything' | 'feedback' | 'nothing'
  /** A hash of the site's settings and structure, without the live revisions. */
  version: string
  audience: Audience
}

/** A variant and the section that it belongs to. */
export interface SiteLocation {
  section: Section
  variant: Variant
}

/** A page in its tree. */
export interface TreeNode {
  id: string
  type: 'document' | 'group' | 'link'
  title: string
  /** The shorter title if the page has one, else the title. */
  label: string
  description?: string | undefined
  emoji?: string | undefined
  icon?: string | undefined
  /** The slugs from the top, joined; '' for links. */
  path: string
  /** The address that the node leads to; undefined if it leads nowhere. */
  href: string | undefined
  /** The address of the page by its own path; the first page of a variant has the variant's address as `href`. */
  ownHref: string
  isHidden: boolean
  isListed: boolean
  isIndexed: boolean
  updatedAt: string
  /** A hash of the text, cover and layout. */
  text: string
  parent: TreeNode | undefined
  children: TreeNode[]
}

/** Returns every section of a site, in order. */
export const sectionsOf = (nodes: readonly SectionNode[]): Section[] =>
  nodes.flatMap((node) => (node.kind === 'section' ? [node] : sectionsOf(node.children)))

/** Returns every variant with its section. */
export const locationsOf = (site: VisibleSite): SiteLocation[] =>
  sectionsOf(site.structure).flatMap((section) => section.variants.map((variant) => ({ section, variant })))

const locationsBySpace = new WeakMap<readonly SectionNode[], ReadonlyMap<string, SiteLocation>>()

/**
 * Returns the first variant of a space with its section; undefined if the visitor's site does not have the space. Links
 * ask for each of their targets, so the variants of a structure are listed once.
 */
export function locationOfSpace(site: VisibleSite, spaceId: string): SiteLocation | undefined {
  let locations = locationsBySpace.get(site.structure)
  if (!locations) {
    // The first entry of a key has to be the last one that is set.
    locations = new Map(
      locationsOf(site)
        .map((one) => [one.variant.spaceId, one] as const)
        .reverse(),
    )
    locationsBySpace.set(site.structure, locations)
  }
  return locations.get(spaceId)
}
