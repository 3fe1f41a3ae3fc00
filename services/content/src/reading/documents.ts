import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import type { TextOwner } from '../pages/document-ids.ts'
import { documentTree } from '../pages/document-trees.ts'
import { type OpenRevision, openLive, openRow, storageOf } from '../pages/history.ts'
import { evaluationFor, isShown, isVisitor } from '../pages/readers.ts'
import type { PageEntry, ReusableContentEntry } from '../revisions/entries.ts'
import type { RevisionTables } from '../revisions/revisions.ts'
import { openThings } from '../shown/open-things.ts'
import { get } from '../trees/read.ts'

type OfDocument = ContentContext & { params: { spaceId: string; documentId: string } }

/** A text of a space by the id that a read of its page gave it. */
export async function readDocument(context: OfDocument) {
  const { deps, params, caller } = context
  const named = deps.documentIds(params.spaceId).read(params.documentId)
  if (!named) throw notFound('The document')
  const { document, owner } = named
  const store = await storeWith(context.sql, params.spaceId, document)
  if (!isVisitor(caller)) return documentTree(context, storageOf(context, store), { document })
  const open = await openLive(context, params.spaceId)
  const page = await ownerFor(context, open, owner)
  const isItsText = page?.document === document || (await wasItsText(context, owner, document))
  if (!page || !isItsText) throw notFound('The document')
  const evaluation = evaluationFor(caller, undefined, owner.kind === 'page' ? (page as PageEntry) : undefined)
  return documentTree(context, open.storage, { document }, evaluation)
}

async function storeWith(sql: Sql, spaceId: string, document: string): Promise<string> {
  const row = await sql
    .selectFrom('document')
    .innerJoin('space', 'space.store', 'document.store')
    .select('document.store')
    .where('space.id', '=', spaceId)
    .where('document.hash', '=', document)
    .executeTakeFirst()
  if (!row) throw notFound('The document')
  return row.store
}

/** What the text belongs to, as it is live; undefined where the visitor is not shown it. */
async function ownerFor(
  context: OfDocument,
  open: OpenRevision,
  { kind, id }: TextOwner,
): Promise<PageEntry | ReusableContentEntry | undefined> {
  const { storage, revision } = open
  if (kind === 'reusable-content') {
    const isOpen = (await openThings(context, open, 'reusable-contents', [id])).has(id)
    return isOpen ? get(storage.nodes, revision.roots.reusables, id) : undefined
  }
  const page = await get(storage.nodes, revision.roots.pages, id)
  return page && (await isShown(context.caller, storage, revision.roots, page)) ? page : undefined
}

/** Revisions that are looked at, the newest ones: so often does no content change in the hour that a token lasts. */
const mostRevisions = 100

/** Whether it was its text since the visitor's token was made: whoever shows the site may keep for so long what is live. */
async function wasItsText(context: OfDocument, { kind, id }: TextOwner, document: string): Promise<boolean> {
  const { rows } = await raw<RevisionTables['revision']>`
    select before.* from revision
    join revision before on before.id = revision.parents[1]
    where revision.space_id = ${context.params.spaceId} and revision.change_request_id is null
      and revision.created_at >= to_timestamp(${context.caller.visit?.issuedAt ?? 0}::float8)
    order by revision.created_at desc limit ${mostRevisions}`.execute(context.sql)
  for (const row of rows) {
    const { storage, revision } = openRow({ ...context, row })
    const { pages, reusables } = revision.roots
    const was = await (kind === 'page' ? get(storage.nodes, pages, id) : get(storage.nodes, reusables, id))
    if (was?.document === document) return true
  }
  return false
}
