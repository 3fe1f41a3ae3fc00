import type { PublishedPage } from '@quire/contracts'
import type { JSONDocument } from '@quire/document'
import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { documentTree } from '../pages/document-trees.ts'
import type { OpenRevision } from '../pages/history.ts'
import { layoutOf } from '../pages/pages.present.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { get, getMany } from '../trees/read.ts'
import { type Referred, referredIn } from './referred.ts'
import { shownSpecs } from './specs.ts'

type Context = Pick<ContentContext, 'deps' | 'parser' | 'sql'>

/** Texts that one page may include, those that they include counted too. */
const mostReusables = 50

/** A page with its text as a tree, and all of its revision that the text refers to; 404 where it is no document. */
export async function showPublishedPage(context: Context, open: OpenRevision, id: string): Promise<PublishedPage> {
  const { storage, revision } = open
  const page = await get(storage.nodes, revision.roots.pages, id)
  if (page?.type !== 'document') throw notFound('The page')
  const document = await documentTree(context, storage, page)
  const referred = referredIn([document, page.cover])
  const reusables = await includedTexts(context, open, referred)
  const files = await getMany(storage.nodes, revision.roots.files, [...referred.files])
  return {
    document,
    layout: layoutOf(page),
    ...(page.cover && { cover: page.cover }),
    ...(page.variables && { variables: page.variables }),
    files: Object.fromEntries([...files].map(([fileId, file]) => [fileId, shownFile(file)])),
    reusables: Object.fromEntries(reusables),
    spaces: [...referred.spaces],
    specs: await shownSpecs(context.sql, revision.spaceId, referred),
  }
}

/** The texts that are included, and those that these include; what they refer to is added to `referred`. */
async function includedTexts(context: Context, { storage, revision }: OpenRevision, referred: Referred) {
  const found = new Map<string, JSONDocument>()
  const asked = new Set<string>()
  for (;;) {
    const wanted = [...referred.reusables].filter((id) => !asked.has(id)).slice(0, mostReusables - asked.size)
    if (wanted.length === 0) return found
    for (const id of wanted) asked.add(id)
    for (const [id, entry] of await getMany(storage.nodes, revision.roots.reusables, wanted)) {
      const document = await documentTree(context, storage, entry)
      found.set(id, document)
      referredIn([document], referred)
    }
  }
}

const shownFile = ({ name, contentType, size, dimensions }: FileEntry) => ({ name, contentType, size, ...dimensions })
