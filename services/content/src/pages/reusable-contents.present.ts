import type { ReusableContent } from '@quire/contracts'
import type { ReusableContentEntry } from '../revisions/entries.ts'
import { gitOf, type View } from './pages.present.ts'

/** Interface 2.20. */
export function presentReusableContent(id: string, entry: ReusableContentEntry, view: View): ReusableContent {
  const { title, document } = entry
  return { id, title, document: view.documentIds.of(document), git: gitOf(entry, view) }
}
