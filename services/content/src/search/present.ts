import type { ContentContext } from '../context.ts'
import { type OpenRevision, placedPage } from '../pages/history.ts'
import type { FoundPage } from './search.ts'
import { answering } from './sections.ts'
import type { StoredSection } from './text-sections.ts'

/** Found pages as the interface shows them, with the path that each has in the live content. */
export async function showPages(
  { deps }: Pick<ContentContext, 'deps'>,
  open: OpenRevision,
  pages: readonly FoundPage[],
  sections: ReadonlyMap<string, StoredSection[]>,
) {
  return Promise.all(
    pages.map(async (found) => {
      const placed = await placedPage(open, found.id)
      const path = placed?.path ?? ''
      const app = `${deps.publicUrl}/v1/spaces/${open.revision.spaceId}/content/page/${found.id}`
      const stored = sections.get(found.document) ?? []
      return {
        id: found.id,
        title: found.title,
        path,
        urls: { app },
        sections: answering(found.title, stored, found.sections).map((section) => ({
          id: section.id,
          title: section.title,
          path: section.id === '' ? path : `${path}#${section.id}`,
          body: section.body,
          urls: { app },
        })),
      }
    }),
  )
}
