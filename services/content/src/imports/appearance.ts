import type { FrontMatter } from './front-matter.ts'
import type { Targets } from './links.ts'
import { resolveFrom } from './paths.ts'

type Reference = { kind: 'file'; file: string } | { kind: 'url'; url: string }

/** What the front matter says of the layout, flat as the interface has it (2.20); the rest is up to the defaults. */
export type PageLayout = Partial<
  Record<'cover' | 'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination' | 'metadata', boolean>
> & { width?: 'default' | 'wide'; coverSize?: 'hero' | 'full' }

/** What a page shows besides its place, title and text; absent means not set. */
export interface Appearance {
  description?: string
  icon?: string
  emoji?: string
  noIndex?: boolean
  noRobotsIndex?: boolean
  variables?: Record<string, string>
  cover?: { ref: Reference; yPos: number }
  layout?: PageLayout
}

/** The appearance that the front matter of the file at `path` asks for. */
export function appearanceOf(frontMatter: FrontMatter, path: string, targets: Targets): Appearance {
  const { description, icon, emoji, noIndex, noRobotsIndex, vars, cover, coverY, layout } = frontMatter
  return {
    ...(description && { description }),
    ...(icon && { icon }),
    ...(emoji && { emoji }),
    ...(noIndex && { noIndex }),
    ...(noRobotsIndex && { noRobotsIndex }),
    ...(vars && { variables: vars }),
    ...(cover && coverOf(cover, coverY, path, targets)),
    ...(layout && { layout: layoutOf(layout) }),
  }
}

function coverOf(cover: string, yPos = 0, path: string, { files }: Targets): Appearance {
  const file = files.get(resolveFrom(path, cover) ?? '')
  if (file) return { cover: { ref: { kind: 'file', file }, yPos } }
  return /^https?:\/\//i.test(cover) ? { cover: { ref: { kind: 'url', url: cover }, yPos } } : {}
}

function layoutOf({ cover, ...layout }: NonNullable<FrontMatter['layout']>): PageLayout {
  const given = { ...layout, cover: cover?.visible, coverSize: cover?.size }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
