import type { PublishedPage } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { OpenRevision } from '../pages/open-revision.ts'
import type { ContentCaller } from '../pages/page-visibility.ts'
import { layoutOf } from '../pages/pages.present.ts'
import type { FileEntry } from '../storage/revisions/revision-entries.ts'
import { get, getMany } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'
import { readVisiblePage } from './read-visible-page.ts'
import { visibleSpecifications } from './visible-specifications.ts'

type Context = Pick<VisitorsContext, 'deps' | 'parser' | 'sql'>

/**
 * Presents a page to a visitor: the document with its conditions evaluated, and everything of the revision that the
 * document refers to. Throws 404 if the page is no document.
 */
export async function presentPublishedPage(
  context: Context,
  open: OpenRevision,
  { id, visitor }: { id: string; visitor: ContentCaller },
): Promise<PublishedPage> {
  const { storage, revision } = open
  const page = await get(storage.nodes, revision.roots.pages, id)
  if (page?.type !== 'document') throw notFound('The page')
  const { document, isForAll, references, reusables } = await readVisiblePage(context, open, page, visitor)
  const files = await getMany(storage.nodes, revision.roots.files, [...references.files])
  return {
    document,
    isForAll,
    layout: layoutOf(page),
    ...(page.cover && { cover: page.cover }),
    files: Object.fromEntries([...files].map(([fileId, file]) => [fileId, presentFile(file)])),
    reusables: Object.fromEntries(reusables),
    spaces: [...references.spaces],
    specs: await visibleSpecifications(context.sql, revision.spaceId, references),
  }
}

const presentFile = ({ name, contentType, size, dimensions }: FileEntry) => ({ name, contentType, size, ...dimensions })
