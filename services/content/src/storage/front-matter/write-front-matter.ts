import type { PageAttributes, PageEntry } from '../revisions/revision-entries.ts'
import type { KnownLayout } from './known-keys.ts'

export type CoverRef = { kind: 'file'; file: string } | { kind: 'url'; url: string }
type PageLayout = NonNullable<PageAttributes['layout']>
export type PageTag = NonNullable<PageAttributes['tags']>[number]

/**
 * Returns the front matter of a page's text: the current attributes of the page, then the other keys of its original
 * front matter. Undefined for a page whose text came without front matter.
 */
export function frontMatterOf(page: PageEntry): Record<string, unknown> | undefined {
  const rest = page.frontMatter
  if (!rest) return undefined
  const known = knownOf(page, rest)
  const others = Object.entries(rest).filter(([key]) => !Object.hasOwn(known, key))
  return { ...known, ...Object.fromEntries(others) }
}

function knownOf(page: PageEntry, rest: Record<string, unknown>): Record<string, unknown> {
  const { description, icon, emoji, condition, variables, cover, tags } = page
  const found = {
    title: Object.hasOwn(rest, 'title') ? page.title : undefined,
    description,
    icon,
    emoji,
    ...flagsOf(page),
    if: condition,
    tags: tags?.map(writtenTag),
    ...(cover?.ref && {
      ...{ cover: addressOf(cover.ref), coverY: cover.yPos },
      ...(cover.refDark && { coverDark: addressOf(cover.refDark) }),
    }),
    vars: variables,
    layout: page.layout && wholeLayout(page.layout, rest.layout),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Flags that are false are left out, unless the text wrote `false` itself. */
const flagsOf = ({ hidden, noIndex, noRobotsIndex }: PageAttributes) => ({
  hidden: hidden || undefined,
  noIndex: noIndex || undefined,
  noRobotsIndex: noRobotsIndex || undefined,
})

/** Returns a reference to a picture on the web; undefined if the address is not a web address. */
export const urlRef = (url: string): CoverRef | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? { kind: 'url', url } : undefined

const addressOf = (ref: CoverRef) => (ref.kind === 'file' ? `/files/${ref.file}` : ref.url)

const writtenTag = ({ tag, primary }: PageTag) => (primary ? { tag: tag.tag, primary } : tag.tag)

function writtenLayout({ width, cover, coverSize, coverMask, ...visibilities }: PageLayout): Record<string, unknown> {
  const written = {
    ...(cover !== undefined && { visible: cover }),
    ...(coverSize && { size: coverSize }),
    ...(coverMask && { mask: coverMask }),
  }
  return {
    ...(width && { width }),
    ...(Object.keys(written).length > 0 && { cover: written }),
    ...Object.fromEntries(Object.entries(visibilities).map(([name, visible]) => [name, { visible }])),
  }
}

/** Returns a page's layout with the other keys of its original front matter. */
function wholeLayout(layout: PageLayout, rest: unknown): Record<string, unknown> {
  const written = writtenLayout(layout)
  return { ...written, ...otherLayout(rest, written) }
}

/** Returns the part of a layout in front matter whose keys are not in `known`. */
export function otherLayout(layout: unknown, known: object): Record<string, unknown> {
  if (typeof layout !== 'object' || layout === null || Array.isArray(layout)) return {}
  return Object.fromEntries(Object.entries(layout).filter(([key]) => !Object.hasOwn(known, key)))
}

/** Converts a layout in front matter to that of a page. */
export function layoutOf({ cover, ...layout }: KnownLayout): PageLayout {
  const given: { [Key in keyof PageLayout]: PageLayout[Key] | undefined } = {
    ...layout,
    cover: cover?.visible,
    coverSize: cover?.size,
    coverMask: cover?.mask,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
