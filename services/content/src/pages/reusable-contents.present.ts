import type { ReusableContent } from '@quire/contracts'
import type { ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import { gitOf, type View } from './pages.present.ts'

/** Presents a reusable content. */
export function presentReusableContent(id: string, entry: ReusableContentEntry, view: View): ReusableContent {
  const { title, document } = entry
  const owner = { kind: 'reusable-content' as const, id }
  return { id, title, document: view.documentIds.of(document, owner), git: gitOf(entry, view) }
}
