import { createHash } from 'node:crypto'
import type { IndexedSection } from '../database.ts'
import { withTitles } from '../indexing/section-titles.ts'

/** The model that embeds texts, and the length to which it reads them. */
export interface EmbeddingTerms {
  model: string
  /** Cuts a text to the length that the model reads. */
  cut(text: string): string
}

/** The text that is embedded for a section, and the key of its vector. */
export interface SectionText {
  key: Buffer
  text: string
}

interface PageText {
  organization: string
  title: string
  sections: readonly IndexedSection[]
}

/**
 * Returns the texts to embed for a page's sections, in their order: each with the titles above it; null for an empty
 * section. Equal texts have one key within an organization and different keys in different organizations, so a vector
 * never reveals that another organization has the text.
 */
export function sectionTexts({ organization, title, sections }: PageText, { model, cut }: EmbeddingTerms) {
  return withTitles(title, sections).map(({ titles, markdown }): SectionText | null => {
    // White space around a section belongs to its neighbours.
    const own = markdown.trim()
    if (own === '') return null
    const text = cut(`${titles.join(' › ')}\n\n${own}`)
    const key = createHash('sha256')
      .update(JSON.stringify([organization, model, text]))
      .digest()
    return { key, text }
  })
}
