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

/** Reads front matter; `coverRef` is the picture that its `cover` names, undefined if there is none. */
export function readFrontMatter(found: Record<string, unknown>, coverRef: CoverRef | undefined): ReadFrontMatter {
  const { known, ignored } = readKnown(found)
  const { title } = known
  return {
    ...(title !== undefined && { title }),
    attributes: attributesOf(known, coverRef),
    rest: restOf(found, known, coverRef),
    ignored,
  }
}

/** Returns the address of the cover in front matter. */
export const coverAddress = (found: Record<string, unknown>): string | undefined => readKnown(found).known.cover

function attributesOf(known: KnownFrontMatter, coverRef: CoverRef | undefined): PageAttributes {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, vars, tags, layout } = known
  const cover = coverRef && { ref: coverRef, yPos: known.coverY ?? 0 }
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
  coverRef: CoverRef | undefined,
): Record<string, unknown> {
  const rest = Object.entries(found).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'title') return [[key, null]]
    if (key === 'cover' || key === 'coverY') return coverRef ? [] : [[key, value]]
    if (!Object.hasOwn(known, key) || value === false) return [[key, value]]
    const others = key === 'layout' ? otherLayout(value, known.layout ?? {}) : {}
    return Object.keys(others).length > 0 ? [[key, others]] : []
  })
  return Object.fromEntries(rest)
}
