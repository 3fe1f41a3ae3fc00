import { isDeepStrictEqual } from 'node:util'
import { transact } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { goLive } from '../editing/go-live.ts'
import { type OpenRevision, openLive } from '../pages/open-revision.ts'
import { formerAddresses } from '../storage/revisions/former-addresses.ts'
import { RevisionDraft } from '../storage/revisions/revision-draft.ts'
import type { DraftedRevision } from '../storage/revisions/revision-entries.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import { lockSpace } from '../workspace/tree/spaces.state.ts'
import { stillTranslating } from './still-translating.ts'
import type { TranslationSource } from './translate-texts.ts'
import type { ClaimedTranslation, Translating } from './translating.ts'

interface Writing {
  source: TranslationSource
  /** The hash of what the texts were made with. */
  madeWith: string
  /** The start of the run's last attempt, by `performance.now()`. */
  begun: number
  signal: AbortSignal
}

interface ReadyText {
  item_id: string
  ready_key: string
  title: string
  description: string
  markdown: string
}

/**
 * Makes the translated content live, and ends the run: the content of the source with other texts, so pages have the
 * same ids, slugs and links in both spaces. A page whose source did not change keeps the texts that it has, also where
 * somebody edited them. Returns false if the translated space changed meanwhile.
 */
export async function writeTranslation(
  { database, publisher, jobSql, deps }: Translating,
  row: ClaimedTranslation,
  { source, madeWith, begun, signal }: Writing,
): Promise<boolean> {
  const sql = jobSql()
  const result = await openLive({ sql, deps }, row.result_space)
  const { rows: ready } = await raw<ReadyText>`
    select item_id, ready_key, title, description, markdown from translation_text
    where translation_id = ${row.id} and ready_key is not null`.execute(sql)
  const drafted = await draft(source, result, new Map(ready.map((one) => [one.item_id, one])), deps.now().toISOString())
  const { storage, revision } = result
  const isSame = isDeepStrictEqual(drafted.roots, revision.roots)
  const left = await formerAddresses(storage, revision.roots, drafted)
  const { outcome, rows } = await transact(
    database,
    { caller: `translation ${row.id}`, signal },
    async (_, never, emit, afterCommit) => {
      const writer = { sql: never as unknown as Sql, emit, afterCommit, deps }
      const space = await lockSpace(writer, row.result_space)
      if (space.revision !== revision.id || space.deleted_at !== null) return false
      await stillTranslating(writer.sql, row, deps)
      const live = isSame
        ? revision
        : await goLive(writer, {
            revision: {
              ...{ spaceId: space.id, store: space.store, changeRequestId: null, parents: [space.revision] },
              ...{
                kind: 'edits',
                message: null,
                createdBy: row.user_id ?? row.created_by,
                createdAt: deps.now().toISOString(),
              },
            },
            drafted,
            left,
          })
      await complete(writer.sql, row, { source: source.open.revision.id, result: live.id, madeWith, begun })
      afterCommit(deps.indexSoon)
      return true
    },
  )
  await publisher.publish(rows)
  return outcome
}

/** Drafts the content of the source with the texts that are ready, and those that the result has. */
async function draft(
  { open, items }: TranslationSource,
  result: OpenRevision,
  ready: ReadonlyMap<string, ReadyText>,
  now: string,
): Promise<DraftedRevision> {
  const drafted = new RevisionDraft(open.storage, open.revision.roots)
  const ids = new Set(items.map(({ id }) => id))
  const { nodes } = result.storage
  const pages = await getMany(nodes, result.revision.roots.pages, ids)
  const reusables = await getMany(nodes, result.revision.roots.reusables, ids)
  for (const { id, key, entry } of items) {
    const text = ready.get(id)
    const isNew = text?.ready_key === key
    if (!('slug' in entry)) {
      const present = reusables.get(id)
      const document = isNew ? drafted.addDocument(text.markdown) : present?.document
      if (document !== undefined)
        drafted.reusables.set(id, { ...entry, title: isNew ? text.title : (present?.title ?? entry.title), document })
      continue
    }
    const present = pages.get(id)
    if (isNew) {
      const { linkTitle: _, description: __, ...rest } = entry
      const description = text.description === '' ? {} : { description: text.description }
      const document = drafted.addDocument(text.markdown)
      await drafted.replace(id, entry, { ...rest, ...description, title: text.title, document, updatedAt: now })
    } else if (present) {
      const { description: _, ...rest } = entry
      const { title, document, description, updatedAt } = present
      await drafted.replace(id, entry, { ...rest, ...(description && { description }), title, document, updatedAt })
    }
  }
  return drafted.finish()
}

/** Ends the run, under its claim: the texts are in the revision now. */
async function complete(
  sql: Sql,
  { id, claim, requests }: ClaimedTranslation,
  { source, result, madeWith, begun }: { source: string; result: string; madeWith: string; begun: number },
): Promise<void> {
  const ms = Math.round(performance.now() - begun)
  const { numUpdatedRows } = await sql
    .updateTable('translation')
    .set({
      ...{ done_revision: source, result_revision: result, made_with: madeWith, latest_ms: ms },
      requests: raw<number>`greatest(requests - ${requests}, 0)`,
      ...{ runs: raw<number>`runs + 1`, total_words: raw<number>`total_words + run_words` },
      ...{ latest_words: raw<number>`run_words`, latest_pages: raw<number>`run_pages`, run_words: 0, run_pages: 0 },
      ...{ claim: null, claimed_until: null, attempts: 0, blocked: null, updated_at: raw<Date>`now()` },
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process has the translation')
  await raw`
    update translation_text set done_key = ready_key, ready_key = null, title = null, description = null, markdown = null
    where translation_id = ${id} and ready_key is not null`.execute(sql)
}
