import { emojiCode, emojiOf } from '../../parts/emoji.ts'
import type { Page } from '../space/pages.ts'
import type { ContentChange } from './change-content.ts'
import type { CoverChoice } from './cover-field.tsx'

type PageUpdate = Extract<ContentChange, { operation: 'update_page' }>
type Document = Extract<Page, { type: 'document' }>
type PageFields = ReturnType<typeof fieldsOf>
type PageLooks = ReturnType<typeof looksOf>
type NamedFields = PageFields & { cover: PageLooks['picture'] }

/** Returns the fields of a page as their form has them. */
export const fieldsOf = (page: Page) => ({
  title: page.title,
  linkTitle: page.linkTitle ?? '',
  description: (page.type === 'document' && page.description) || '',
  slug: page.type === 'link' ? '' : page.slug,
  emoji: page.emoji ? emojiOf(page.emoji) : '',
  hidden: page.hidden ?? false,
})

/** Returns the parts of a page that sites show, and its cover; links and groups have neither. */
export const looksOf = (page: Page) => ({
  ...((page.type === 'document' ? page.layout : {}) as Partial<Document['layout']>),
  // The layout has a `cover` of its own: whether the picture is shown.
  picture: ((page.type === 'document' && page.cover) || null) as Document['cover'] | CoverChoice,
})

/** The fields that somebody changed, and the parts and the picture that they chose. */
interface Chosen {
  fields: Partial<PageFields>
  looks: Partial<PageLooks>
}

/**
 * Returns the change of a page that sets what somebody changed, undefined if that is nothing. Others may have changed the
 * other fields meanwhile, and an update that names no field decides all that is in conflict.
 */
export function changedSettings(page: Page, { fields, looks }: Chosen): PageUpdate | undefined {
  const { linkTitle, emoji, description, ...others } = fields
  const { picture, ...layout } = looks
  const before = looksOf(page)
  const parts = Object.entries(layout).filter(([part, value]) => value !== before[part as keyof typeof layout])
  const changed = {
    ...others,
    ...(linkTitle !== undefined && { linkTitle: linkTitle || null }),
    ...(emoji !== undefined && { emoji: emojiCode(emoji) }),
    ...(description !== undefined && { description: description || null }),
    ...(parts.length > 0 && { layout: Object.fromEntries(parts) }),
    // A cover that is not the saved one is a file that somebody has chosen, or none.
    ...(picture !== undefined && { cover: picture as CoverChoice }),
  }
  return Object.keys(changed).length === 0 ? undefined : { operation: 'update_page', page: page.id, ...changed }
}

/** Names fields, among them the cover, with the values that somebody else has given them if these are texts, as one text. */
export function fieldsText(fields: Partial<NamedFields>, names: Record<keyof NamedFields, string>): string {
  return (Object.keys(fields) as (keyof NamedFields)[])
    .map((name) => {
      const value = fields[name]
      return typeof value === 'string' && value !== '' ? `${names[name]} (${value})` : names[name]
    })
    .join(', ')
}
