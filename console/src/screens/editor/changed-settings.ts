import { emojiCode, emojiOf } from '../../parts/emoji.ts'
import type { Page } from '../space/pages.ts'
import type { ContentChange } from './change-content.ts'
import type { CoverChoice } from './cover-field.tsx'

export type Layout = Partial<Extract<Page, { type: 'document' }>['layout']>
type PageFields = ReturnType<typeof fieldsOf>

/** Returns the fields of a page as their form has them. */
export const fieldsOf = (page: Page) => ({
  title: page.title,
  linkTitle: page.linkTitle ?? '',
  description: (page.type === 'document' && page.description) || '',
  slug: page.type === 'link' ? '' : page.slug,
  emoji: page.emoji ? emojiOf(page.emoji) : '',
  hidden: page.hidden ?? false,
})

/** The fields that somebody changed, and what they chose besides. */
interface Chosen {
  fields: Partial<PageFields>
  layout: Layout
  cover: CoverChoice
}

/**
 * Returns the change of a page that sets what somebody changed, undefined if that is nothing. Others may have changed the
 * other fields meanwhile, and an update that names no field decides all that is in conflict.
 */
export function changedSettings(page: Page, { fields, layout, cover }: Chosen): ContentChange | undefined {
  const { linkTitle, emoji, description, ...others } = fields
  const before: Layout = page.type === 'document' ? page.layout : {}
  const parts = Object.entries(layout).filter(([part, value]) => value !== before[part as keyof Layout])
  const changed = {
    ...others,
    ...(linkTitle !== undefined && { linkTitle: linkTitle || null }),
    ...(emoji !== undefined && { emoji: emojiCode(emoji) }),
    ...(description !== undefined && { description: description || null }),
    ...(parts.length > 0 && { layout: Object.fromEntries(parts) }),
    ...(cover !== undefined && { cover }),
  }
  return Object.keys(changed).length === 0 ? undefined : { operation: 'update_page', page: page.id, ...changed }
}
