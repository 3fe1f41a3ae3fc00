import type { SiteCustomizationSettings, VisitorClaims } from '@quire/contracts'

/** A space on a site as its readers see it: one version or language of a section. */
export interface Variant {
  /** Of the site space. */
  id: string
  spaceId: string
  /** The live one. */
  revision: string
  title: string
  icon?: string | undefined
  emoji?: string | undefined
  /** A tag of the language that its pages are in, where that is known. */
  language?: string | undefined
  /** Its address within the site, encoded: '' for the one that a site opens with, else `/…`. */
  path: string
}

/** A part of a site; one without a title stands for a site that has no sections. */
export interface Section {
  kind: 'section'
  id: string
  title: string
  description?: string | undefined
  icon?: string | undefined
  /** The first is the section's default. */
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

/** Who reads a site, as far as it decides what they see. */
export interface Audience {
  /** Anybody sees the same: caches on the way may keep it. */
  isPublic: boolean
  /** Search engines may list it. */
  isIndexed: boolean
  /** The claims with which a member previews the site; undefined for its readers. Pages say them. */
  preview: VisitorClaims | undefined
  /** The same for readers who see the very same, these two included; goes into the names of what is kept. */
  key: string
  /** What is known of the reader. */
  claims: VisitorClaims
  /** Whether a condition of the site holds for the reader, or that of a page with these variables. */
  holds(condition: string, variables?: Readonly<Record<string, string>>): boolean
}

/** A site as it is open to one reader. */
export interface OpenSite {
  id: string
  organizationId: string
  title: string
  /** The address that the site goes by, absolute and without a trailing slash. */
  address: string
  /** The path at which it is being read: '' or `/…`. */
  base: string
  structure: SectionNode[]
  /** Where files are: another origin than the site's, where that has a host of its own. */
  filesOrigin: string
  settings: SiteCustomizationSettings
  /** Programs that answer from it may read it as a whole. */
  isForAgents: boolean
  /** Readers may ask it: its organization has AI features on, and it is for agents. */
  isAskable: boolean
  /** Says in a few characters what the site's own looks and structure are, but not which content is live. */
  version: string
  audience: Audience
}

/** Where in a site a reader is. */
export interface Place {
  section: Section
  variant: Variant
}

/** A page in its place. */
export interface TreeNode {
  id: string
  type: 'document' | 'group' | 'link'
  title: string
  /** The shorter title, where it has one. */
  label: string
  description?: string | undefined
  emoji?: string | undefined
  icon?: string | undefined
  /** The slugs from the top; '' for links. */
  path: string
  /** Where it leads within the site, or elsewhere; undefined where it leads nowhere. */
  href: string | undefined
  isHidden: boolean
  isListed: boolean
  isIndexed: boolean
  updatedAt: string
  /** The same for the same text, cover and layout. */
  text: string
  parent: TreeNode | undefined
  children: TreeNode[]
}

/** Every section of a site, in order. */
export const sectionsOf = (nodes: readonly SectionNode[]): Section[] =>
  nodes.flatMap((node) => (node.kind === 'section' ? [node] : sectionsOf(node.children)))

/** Every variant with its section. */
export const placesOf = (site: OpenSite): Place[] =>
  sectionsOf(site.structure).flatMap((section) => section.variants.map((variant) => ({ section, variant })))
