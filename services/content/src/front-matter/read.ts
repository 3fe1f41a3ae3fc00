import type { PageAttributes } from '../revisions/entries.ts'
import { type KnownFrontMatter, type KnownKey, readKnown } from './known.ts'
import { type CoverRef, layoutOf, type PageTag, unknownLayout } from './write.ts'

/** What front matter says of a page. */
export interface ReadFrontMatter {
  title?: string
  /** The attributes that it sets, and no others. */
  attributes: PageAttributes
  /** Everything else, which no attribute holds: `PageAttributes.frontMatter`. */
  rest: Record<string, unknown>
  /** Keys that are known and were not understood. */
  ignored: KnownKey[]
}

/** Reads front matter; `coverRef` is the picture that its `cover` names, undefined where there is none. */
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

/** The address of the cover that front matter asks for. */
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

/** What would be lost otherwise: unknown keys, values that are not well formed, and a `false` that is written out. */
function restOf(
  found: Record<string, unknown>,
  known: KnownFrontMatter,
  coverRef: CoverRef | undefined,
): Record<string, unknown> {
  const kept = Object.entries(found).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'title') return [[key, null]]
    if (key === 'cover' || key === 'coverY') return coverRef ? [] : [[key, value]]
    if (!Object.hasOwn(known, key) || value === false) return [[key, value]]
    const others = key === 'layout' ? unknownLayout(value) : {}
    return Object.keys(others).length > 0 ? [[key, others]] : []
  })
  return Object.fromEntries(kept)
}
