import type { PublishedPage } from '@quire/contracts'
import type { Evaluation, JSONDocument } from '@quire/document'
import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { documentTree } from '../pages/document-trees.ts'
import type { OpenRevision } from '../pages/history.ts'
import { layoutOf } from '../pages/pages.present.ts'
import { evaluationFor, type Reader } from '../pages/readers.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { get, getMany } from '../trees/read.ts'
import { type Referred, referredIn } from './referred.ts'
import { shownSpecs } from './specs.ts'

type Context = Pick<ContentContext, 'deps' | 'parser' | 'sql'>

/** Texts that one page may include, those that they include counted too. */
const mostReusables = 50

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
  const evaluation = evaluationFor(visitor, 'true', page)
  const document = await documentTree(context, storage, page, evaluation)
  const referred = referredIn([document, page.cover])
  const reusables = await includedTexts({ ...context, evaluation }, open, referred)
  const files = await getMany(storage.nodes, revision.roots.files, [...referred.files])
  return {
    document,
    layout: layoutOf(page),
    ...(page.cover && { cover: page.cover }),
    files: Object.fromEntries([...files].map(([fileId, file]) => [fileId, shownFile(file)])),
    reusables: Object.fromEntries(reusables),
    spaces: [...referred.spaces],
    specs: await shownSpecs(context.sql, revision.spaceId, referred),
  }
}

/**
 * The texts that are included, and those that these include, evaluated as a part of the page; what they refer to is added
 * to `referred`.
 */
async function includedTexts(
  context: Context & { evaluation: Evaluation | undefined },
  { storage, revision }: OpenRevision,
  referred: Referred,
) {
  const found = new Map<string, JSONDocument>()
  const asked = new Set<string>()
  for (;;) {
    const wanted = [...referred.reusables].filter((id) => !asked.has(id)).slice(0, mostReusables - asked.size)
    if (wanted.length === 0) return found
    for (const id of wanted) asked.add(id)
    for (const [id, entry] of await getMany(storage.nodes, revision.roots.reusables, wanted)) {
      const document = await documentTree(context, storage, entry, context.evaluation)
      found.set(id, document)
      referredIn([document], referred)
    }
  }
}

const shownFile = ({ name, contentType, size, dimensions }: FileEntry) => ({ name, contentType, size, ...dimensions })
