import type { PublishedPage } from '@quire/contracts'
import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import { layoutOf } from '../pages/pages.present.ts'
import type { Reader } from '../pages/readers.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { readAs } from '../shown/read-page.ts'
import { get, getMany } from '../trees/read.ts'
import { shownSpecs } from './specs.ts'

type Context = Pick<ContentContext, 'deps' | 'parser' | 'sql'>

/**
 * A page with its text as the visitor is shown it, and all of its revision that this refers to; 404 where it is no
 * document.
 */
export async function showPublishedPage(
  context: Context,
  open: OpenRevision,
  { id, visitor }: { id: string; visitor: Reader },
): Promise<PublishedPage> {
  const { storage, revision } = open
  const page = await get(storage.nodes, revision.roots.pages, id)
  if (page?.type !== 'document') throw notFound('The page')
  const { document, isForAll, referred, reusables } = await readAs(context, open, page, visitor)
  const files = await getMany(storage.nodes, revision.roots.files, [...referred.files])
  return {
    document,
    isForAll,
    layout: layoutOf(page),
    ...(page.cover && { cover: page.cover }),
    files: Object.fromEntries([...files].map(([fileId, file]) => [fileId, shownFile(file)])),
    reusables: Object.fromEntries(reusables),
    spaces: [...referred.spaces],
    specs: await shownSpecs(context.sql, revision.spaceId, referred),
  }
}

const shownFile = ({ name, contentType, size, dimensions }: FileEntry) => ({ name, contentType, size, ...dimensions })
