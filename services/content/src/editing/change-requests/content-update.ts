import { viewOf } from '../../pages/content.present.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import { presentReusableContent } from '../../pages/reusable-contents.present.ts'
import { presentFile } from '../../storage/files/files.present.ts'
import type { ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import type { AffectedPage } from '../authoring/affected-pages.ts'
import type { BatchFile } from '../authoring/batch-files.ts'
import type { EditingContext } from '../context.ts'

/** The effects of a batch, as reported to its author. */
interface ContentUpdate {
  pages: readonly AffectedPage[]
  files: readonly BatchFile[]
  reusableContents: readonly { id: string; entry: ReusableContentEntry }[]
}

/** `location` is the address of the change request. */
export function presentUpdate(
  context: EditingContext,
  open: OpenRevision,
  location: string,
  { pages, files, reusableContents }: ContentUpdate,
) {
  const view = viewOf(context, open, {})
  return {
    changes: pages.map((one) => presentApplied(one, `${location}/content/page`)),
    insertedFiles: files.map(({ id, entry }) => presentFile(id, entry, context.deps.files, {})),
    ...(reusableContents.length > 0 && {
      insertedReusableContents: reusableContents.map(({ id, entry }) => presentReusableContent(id, entry, view)),
    }),
  }
}

function presentApplied(applied: AffectedPage, pages: string) {
  if (applied.object === 'deleted_page') return applied
  const page = { object: 'page' as const, id: applied.page, urls: { location: `${pages}/${applied.page}` } }
  return { ...applied, page }
}
