import { type GitPreview, gitPreviewOperations, openedPreviewOperations, timestamp } from '@quire/contracts'
import { keysBefore, listOf, notFound, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implement } from '../context.ts'
import { findGitSync, stillSynchronizing } from '../sync/sync-rows.ts'
import { type GitPreviewRow, hashOfKey, keyOf, previewAddresses } from './preview-rows.ts'

export const gitPreviewRoutes = implement(gitPreviewOperations, {
  async listSpaceGitPreviews({ sql, params, page, cursors, deps }) {
    const [after] = keysBefore(page) ?? []
    const rows = await sql
      .selectFrom('git_preview')
      .selectAll()
      .where('space_id', '=', params.spaceId)
      .$if(after !== undefined, (select) => select.where('id', '<', String(after)))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    const sync = rows.length > 0 ? await findGitSync(sql, params.spaceId) : undefined
    const problem = sync && (await problemOfActing(sql, sync, deps))
    const addressOf = await previewAddresses(sql, params.spaceId, 'members')
    const present = (row: GitPreviewRow) => {
      if (problem !== undefined) return presentPreview({ ...row, reason: problem }, undefined)
      return presentPreview(row, row.revision === null ? undefined : addressOf(keyOf(deps.git.sealer, row)))
    }
    return listOf({ page, cursors, rows, present, after: ({ id }) => [id] })
  },
})

export const openedPreviewRoutes = implement(openedPreviewOperations, {
  async findGitPreview({ sql, body, deps }) {
    const { rows } = await raw<{ revision: string } & Parameters<typeof stillSynchronizing>[1]>`
      select preview.revision, sync.id, sync.organization_id, sync.user_id, sync.member_id, sync.token_kind
      from git_preview preview
      join git_sync sync on sync.id = preview.space_id and sync.previews and sync.paused_at is null
      join space on space.id = preview.space_id and space.deleted_at is null
      where preview.key_hash = ${hashOfKey(body.key)} and preview.revision is not null
        and preview.ends_at > ${deps.now()}`.execute(sql)
    const [found] = rows
    if (!found || (await problemOfActing(sql, found, deps)) !== undefined) throw notFound('The preview')
    return { space: found.id, revision: found.revision }
  },
})

/** Returns why a synchronization does nothing any more; undefined if whoever set it up may still edit its space. */
async function problemOfActing(...acting: Parameters<typeof stillSynchronizing>): Promise<string | undefined> {
  try {
    await stillSynchronizing(...acting)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'Whoever set up the synchronization may no longer edit the space: set it up again.'
  }
}

const states = { waiting: 'pending', importing: 'running', ready: 'success', failed: 'failure' } as const

const presentPreview = (row: GitPreviewRow, url: string | undefined): GitPreview => ({
  object: 'git-preview',
  ...{ id: row.id, number: row.number, state: states[row.state] },
  ...(row.head !== null && { commit: row.head }),
  ...(row.revision !== null && { revision: row.revision }),
  ...(url !== undefined && { url }),
  ...(row.reason !== null && { error: row.reason }),
  ...(row.report_error !== null && { statusError: row.report_error }),
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
  expiresAt: timestamp(row.ends_at),
})
