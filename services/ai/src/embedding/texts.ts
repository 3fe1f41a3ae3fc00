import { createHash } from 'node:crypto'
import type { IndexedSection } from '../database.ts'
import { titled } from '../indexing/titled.ts'

/** How texts are made into vectors. */
export interface EmbeddingTerms {
  model: string
  /** A text as the model gets it, cut to what it reads. */
  cut(text: string): string
}

/** What is embedded of a section, and what its vector is kept by. */
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
 * What is embedded of a page's sections, in their order: each with the titles that it stands under; null where it is empty.
 * Equal texts have one key within an organization, and never the key of another one: nobody's vector tells that somebody
 * else has the text.
 */
export function textsOf({ organization, title, sections }: PageText, { model, cut }: EmbeddingTerms) {
  return titled(title, sections).map(({ titles, markdown }): SectionText | null => {
    // The space around it is that of its neighbours.
    const own = markdown.trim()
    if (own === '') return null
    const text = cut(`${titles.join(' › ')}\n\n${own}`)
    const key = createHash('sha256')
      .update(JSON.stringify([organization, model, text]))
      .digest()
    return { key, text }
  })
}
