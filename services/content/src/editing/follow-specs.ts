import {
  type Bus,
  type ClaimedRow,
  type Database,
  fairClaims,
  type Logger,
  type Loop,
  type Publisher,
  startClaimedWork,
  transact,
} from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import { outlineSpec } from '../openapi/outline-spec.ts'
import { openLive } from '../pages/open-revision.ts'
import { followSpecification } from '../storage/references/follow-specification.ts'
import { referencePages } from '../storage/references/reference-pages.ts'
import { formerAddresses } from '../storage/revisions/former-addresses.ts'
import { RevisionEditor } from '../storage/revisions/revision-editor.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import { lockSpace } from '../workspace/tree/spaces.state.ts'
import type { EditingContext } from './context.ts'
import { goLive } from './go-live.ts'

/** The subject on which processes publish the ids of spaces whose pages follow their specifications. */
export const followedSubject = 'specifications-followed'

type ClaimedReference = Selectable<Tables['reference_space']> & ClaimedRow

interface Following {
  database: Database
  publisher: Publisher
  jobSql: () => Sql
  deps: EditingContext['deps'] & { indexSoon: () => void }
  bus: Bus
  log: Logger
}

/** The content keeps changing, or its pages cannot be made: the next version or change of the content tries again. */
const maxAttempts = 10

/** A deleted space waits until it is restored. */
const waiting = raw`marks > 0 and exists (
  select from space where space.id = reference_space.space_id and space.deleted_at is null)`

/**
 * Brings the pages of specifications in live contents up to date (docs/interface.md#pages-of-a-specification), as long
 * as the service runs. Change requests get them with their next update or merge.
 */
export function startFollowing(following: Following): Loop {
  const { jobSql, bus, log } = following
  return startClaimedWork<ClaimedReference>({
    name: 'pages of specifications',
    claims: fairClaims<ClaimedReference>({
      ...{ sql: jobSql, table: 'reference_space', waiting },
      maxOfEach: 1,
    }),
    concurrency: 1,
    log,
    async work(row, signal) {
      if (row.attempts > maxAttempts) return complete(jobSql(), row)
      if (!(await follow(following, row, signal))) throw new Error('the content changed while its pages were made')
      bus.connection.publish(bus.subject(followedSubject), row.space_id)
    },
  })
}

/** Makes a revision if the live content is behind its specification; false if the content changed meanwhile. */
async function follow(following: Following, row: ClaimedReference, signal: AbortSignal): Promise<boolean> {
  const { database, publisher, jobSql, deps } = following
  const sql = jobSql()
  const open = await openLive({ sql, deps }, row.space_id)
  const { revision, storage } = open
  const createdAt = deps.now().toISOString()
  const editor = new RevisionEditor(storage, revision.roots, createdAt)
  const isBehind = await bringUpToDate(sql, row, { editor, open })
  const drafted = isBehind ? await editor.finish() : undefined
  if (!drafted || drafted.roots.pages === revision.roots.pages) {
    await complete(sql, row)
    return true
  }
  const left = await formerAddresses(storage, revision.roots, drafted)
  const caller = { caller: `pages of specifications in ${row.space_id}`, signal }
  const { outcome, rows } = await transact(database, caller, async (_, never, emit, afterCommit) => {
    const writer = { sql: never as unknown as Sql, emit, afterCommit, deps }
    const space = await lockSpace(writer, row.space_id)
    if (space.revision !== revision.id || space.deleted_at !== null) return false
    await goLive(writer, {
      revision: {
        spaceId: space.id,
        store: space.store,
        changeRequestId: null,
        parents: [space.revision],
        kind: 'edits',
        message: null,
        createdBy: row.created_by,
        createdAt,
      },
      drafted,
      left,
    })
    await complete(writer.sql, row)
    afterCommit(deps.indexSoon)
    return true
  })
  await publisher.publish(rows)
  return outcome
}

/** Edits the pages of the row's specification; false if the content has none, or the specification no version. */
async function bringUpToDate(
  sql: Sql,
  { space_id, spec }: ClaimedReference,
  { editor, open }: { editor: RevisionEditor; open: Awaited<ReturnType<typeof openLive>> },
): Promise<boolean> {
  const all = await entries(open.storage.nodes, open.revision.roots.pages)
  const present = new Map(all.filter(([, page]) => page.computed?.spec === spec))
  const [first] = present.values()
  if (!first?.computed) return false
  const { organization_id } = await sql
    .selectFrom('space')
    .select('organization_id')
    .where('id', '=', space_id)
    .executeTakeFirstOrThrow()
  const outline = await outlineSpec(sql, organization_id, spec)
  const entry = { spec, models: first.computed.models }
  const wanted = outline?.slug === spec ? referencePages(outline, { withModels: entry.models }) : []
  // Without any page the entry would be lost, though the next version may have operations again.
  if (wanted.length === 0) return false
  await followSpecification(editor, present, wanted, entry)
  return true
}

/** Takes off the marks that were there when the row was claimed; those that came since are worked on next. */
async function complete(sql: Sql, { id, claim, marks }: ClaimedReference): Promise<void> {
  await sql
    .updateTable('reference_space')
    .set({ marks: raw<number>`greatest(marks - ${marks}, 0)`, claim: null, claimed_until: null, attempts: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
