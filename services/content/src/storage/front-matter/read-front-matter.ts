import type { PageAttributes } from '../revisions/revision-entries.ts'
import { type KnownFrontMatter, readKnown } from './known-keys.ts'
import { type CoverRef, layoutOf, otherLayout, type PageTag } from './write-front-matter.ts'

/** The front matter of a page, as parsed. */
export interface ReadFrontMatter {
  title?: string
  /** The attributes that the front matter sets, and no others. */
  attributes: PageAttributes
  /** Everything that no attribute holds: `PageAttributes.frontMatter`. */
  rest: Record<string, unknown>
  /** Known keys with values that are not well formed. */
  ignored: string[]
}

/** The pictures of a cover that front matter names; undefined for those that are not there. */
export interface CoverRefs {
  light?: CoverRef | undefined
  dark?: CoverRef | undefined
}

/** Reads front matter; `covers` has the pictures that its `cover` and its `coverDark` name. */
export function readFrontMatter(found: Record<string, unknown>, covers: CoverRefs): ReadFrontMatter {
  const { known, ignored } = readKnown(found)
  const { title } = known
  return {
    ...(title !== undefined && { title }),
    attributes: attributesOf(known, covers),
    rest: restOf(found, known, covers),
    ignored,
  }
}

/** Returns the addresses of the cover in front matter. */
export function coverAddresses(found: Record<string, unknown>): {
  light: string | undefined
  dark: string | undefined
} {
  const { cover: light, coverDark: dark } = readKnown(found).known
  return { light, dark }
}

function attributesOf(known: KnownFrontMatter, { light, dark }: CoverRefs): PageAttributes {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, vars, tags, layout } = known
  const cover = light && { ref: light, ...(dark && { refDark: dark }), yPos: known.coverY ?? 0 }
  const given = {
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition: known.if,
    variables: vars,
    tags: tags?.map(({ tag, primary }): PageTag => ({ tag: { kind: 'tag', tag }, ...(primary && { primary }) })),
    cover,
    layout: layout && layoutOf(layout),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Returns the part that attributes would lose: unknown keys, malformed values, and an explicit `false`. */
function restOf(
  found: Record<string, unknown>,
  known: KnownFrontMatter,
  { light, dark }: CoverRefs,
): Record<string, unknown> {
  const rest = Object.entries(found).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'title') return [[key, null]]
    if (key === 'cover' || key === 'coverY') return light ? [] : [[key, value]]
    if (key === 'coverDark') return light && dark ? [] : [[key, value]]
    if (!Object.hasOwn(known, key) || value === false) return [[key, value]]
    const others = key === 'layout' ? otherLayout(value, known.layout ?? {}) : {}
    return Object.keys(others).length > 0 ? [[key, others]] : []
  })
  return Object.fromEntries(rest)
}
