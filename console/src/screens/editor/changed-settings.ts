import type { ContentRef } from '@quire/contracts'
import { emojiOf } from '../../parts/emoji.ts'
import type { Page } from '../space/pages.ts'
import type { ContentChange } from './change-content.ts'

type PageUpdate = Extract<ContentChange, { operation: 'update_page' }>
type Document = Extract<Page, { type: 'document' }>
/** A picture of a cover; null for none. */
export type Picture = NonNullable<Document['cover']>['ref'] | null
export type PageFields = ReturnType<typeof fieldsOf>
export type PageLooks = ReturnType<typeof looksOf>
type NamedFields = PageFields & { cover: Picture }

/** Returns the fields of a page as their form has them. */
export const fieldsOf = (page: Page) => ({
  title: page.title,
  linkTitle: page.linkTitle ?? '',
  description: (page.type === 'document' && page.description) || '',
  slug: page.type === 'link' ? '' : page.slug,
  emoji: page.emoji ?? '',
  icon: page.icon ?? '',
  condition: page.condition ?? '',
  hidden: page.hidden ?? false,
  noIndex: (page.type !== 'link' && page.noIndex) || false,
  noRobotsIndex: (page.type !== 'link' && page.noRobotsIndex) || false,
  /** Links alone have one. */
  target: page.type === 'link' ? page.target : (null as ContentRef | null),
})

/** Returns the parts of a page that sites show, and the pictures of its cover; links and groups have neither. */
export const looksOf = (page: Page) => ({
  ...((page.type === 'document' ? page.layout : {}) as Partial<Document['layout']>),
  // The layout has a `cover` of its own: whether the picture is shown.
  picture: ((page.type === 'document' && page.cover?.ref) || null) as Picture,
  pictureDark: ((page.type === 'document' && page.cover?.refDark) || null) as Picture,
})

/** The fields that somebody changed, and the parts and the pictures that they chose. */
interface Chosen {
  fields: Partial<PageFields>
  looks: Partial<PageLooks>
}

/**
 * Returns the change of a page that sets what somebody changed, undefined if that is nothing. Others may have changed the
 * other fields meanwhile, and an update that names no field decides all that is in conflict.
 */
export function changedSettings(page: Page, { fields, looks }: Chosen): PageUpdate | undefined {
  const { linkTitle, description, target, ...others } = fields
  const { picture, pictureDark, ...layout } = looks
  const before = looksOf(page)
  const parts = Object.entries(layout).filter(([part, value]) => value !== before[part as keyof typeof layout])
  const changed = {
    // An empty text removes the emoji, the icon or the condition.
    ...others,
    ...(linkTitle !== undefined && { linkTitle: linkTitle || null }),
    ...(description !== undefined && { description: description || null }),
    ...(target && { target }),
    ...(parts.length > 0 && { layout: Object.fromEntries(parts) }),
    ...((picture !== undefined || pictureDark !== undefined) && { cover: coverOf(page, { ...before, ...looks }) }),
  }
  return Object.keys(changed).length === 0 ? undefined : { operation: 'update_page', page: page.id, ...changed }
}

/** Returns the cover of two pictures, at the position of the one before; without a picture for light there is none. */
function coverOf(page: Page, { picture, pictureDark }: Pick<PageLooks, 'picture' | 'pictureDark'>) {
  if (!picture) return null
  const yPos = page.type === 'document' ? page.cover?.yPos : undefined
  return { ref: picture, ...(pictureDark && { refDark: pictureDark }), ...(yPos !== undefined && { yPos }) }
}

/** Names fields, among them the cover, with the values that somebody else has given them if these are texts, as one text. */
export function fieldsText(fields: Partial<NamedFields>, names: Record<keyof NamedFields, string>): string {
  return (Object.keys(fields) as (keyof NamedFields)[])
    .map((name) => {
      const value = fields[name]
      const text = typeof value !== 'string' ? '' : name === 'emoji' ? emojiOf(value) : value
      return text === '' ? names[name] : `${names[name]} (${text})`
    })
    .join(', ')
}
