import { sections } from '@quire/document'
import { type OpeningHeading, openingOf } from './plain-text.ts'

/**
 * Returns the level-one heading at the beginning of a text. Parses the first block only, because parsing a whole long
 * page would cost too much.
 */
export function openingHeading(markdown: string): OpeningHeading | undefined {
  const opens = openingOf(markdown)
  if (!opens || opens.heading) return opens?.heading
  const [before, first] = sections(opens.written, { title: '' })
  if (before?.markdown.trim() !== '' || first?.level !== 1) return undefined
  return { title: first.title, end: opens.written.length }
}
