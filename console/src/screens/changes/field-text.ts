import type { ContentRef, PageCover, PageLayout, PageTag } from '@quire/contracts'
import { emojiOf } from '../../parts/emoji.ts'
import type { WordsOf } from '../../words/areas.ts'

/** The titles of pages and the names of files that values refer to, by id. */
export interface FieldNames {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
}

interface Shown {
  words: WordsOf<'changes'>
  names: FieldNames
  /** The value of the other side. */
  other?: unknown
}

type Cover = (typeof PageCover)['_zod']['output']
type Layout = (typeof PageLayout)['_zod']['output']
type Tag = (typeof PageTag)['_zod']['output']

/** Returns the name of a field, or of a kind of conflict, as people read it. */
export function fieldName(name: string, words: WordsOf<'changes'>): string {
  const names: Record<string, string> = { ...words.fields, ...words.conflictObjects, ...words.conflictKinds }
  return names[name] ?? name
}

/**
 * Returns the value of a field, or a side of a conflict, as people read it; empty for a field that is not set. Of a layout,
 * it has the parts in which the sides differ.
 */
export function fieldText(name: string, value: unknown, shown: Shown): string {
  const { words, names, other } = shown
  if (name === 'deleted') return value === 'deleted' ? words.sideDeleted : words.sideKept
  if (name === 'parent') return typeof value === 'string' ? (names.pages.get(value) ?? value) : words.atTop
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value !== 'object') return name === 'emoji' ? emojiOf(String(value)) : String(value)
  if (name === 'file') return String((value as { name?: unknown }).name ?? words.file)
  if (name === 'cover') return coverText(value as Cover, shown)
  if (name === 'target') return refText(value as ContentRef, shown)
  if (name === 'layout') return layoutText(value as Partial<Layout>, (other ?? {}) as Partial<Layout>, words)
  if (name === 'tags') return (value as Tag[]).map(({ tag }) => tag.tag).join(', ')
  if (name === 'variables') return joined(Object.entries(value).map(([variable, text]) => `${variable} = ${text}`))
  // A page that is chosen as a whole has a value for each of its fields.
  const fields = Object.entries(value).map(([field, one]) => {
    const ofOther = (other as Record<string, unknown> | undefined)?.[field]
    return `${fieldName(field, words)}: ${fieldText(field, one, { words, names, other: ofOther }) || words.nothingHere}`
  })
  return fields.join('\n')
}

const joined = (texts: string[]) => texts.join(' · ')

/** Names the pictures of a cover, and where it is if the sides have it in different places. */
function coverText({ ref, refDark, yPos }: Cover, shown: Shown): string {
  const { words, other } = shown
  const isShifted = other !== undefined && other !== null && (other as Cover).yPos !== yPos
  return joined([
    ...(ref ? [refText(ref, shown)] : []),
    ...(refDark ? [words.coverForDark(refText(refDark, shown))] : []),
    ...(isShifted ? [words.shiftedCover(yPos)] : []),
  ])
}

/** Returns the address that a reference leads to, or the name of what it leads to. */
function refText(ref: ContentRef, { words, names }: Shown): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return names.files.get(ref.file) ?? words.file
    case 'page':
      return names.pages.get(ref.page) ?? words.conflictObjects.page
    case 'anchor':
      return `${ref.page === undefined ? '' : (names.pages.get(ref.page) ?? words.conflictObjects.page)}#${ref.anchor}`
    case 'reusable-content':
      return words.reusableContent
    default:
      return words.nameless[ref.kind]
  }
}

/** Values of a part of a layout that stand for yes; the other parts are true or false. */
const isOn = (value: unknown) => value === true || value === 'wide' || value === 'full' || value === 'radial'

function layoutText(layout: Partial<Layout>, other: Partial<Layout>, words: WordsOf<'changes'>): string {
  const parts = Object.entries(layout) as [keyof Layout, unknown][]
  return joined(
    parts
      .filter(([part, value]) => value !== other[part])
      .map(([part, value]) => {
        const name = words.layoutParts[part === 'width' ? 'wide' : part]
        return `${name}: ${isOn(value) ? words.yes : words.no}`
      }),
  )
}
