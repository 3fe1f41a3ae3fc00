import { createHash, randomBytes } from 'node:crypto'
import { type GitSync, type GitSyncState, gitSyncOperations, timestamp } from '@quire/contracts'
import {
  absent,
  badRequest,
  conflict,
  deleted,
  done,
  type Input,
  notFound,
  prepared,
  requireReachable,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import { findWorkHolder } from '../../tables/work-holder.ts'
import { endGitPreviews } from '../../workspace/tree/end-git-previews.ts'
import { changeSpace, lockSpace } from '../../workspace/tree/spaces.state.ts'
import { type GitContext, implement } from '../context.ts'
import { nameOfRemote, parseDirectory, parseRef, parseRemote } from '../git-remote.ts'
import { changeRequestInTheWay, findGitState } from '../git-state.ts'
import { openSecret } from '../open-secret.ts'
import { recordPullEvent } from '../previews/preview-rows.ts'
import { isOfRepository, pullEventIn } from '../previews/pull-events.ts'
import { requireGit } from '../run-git.ts'
import { makeSshKey } from '../ssh-files.ts'
import { findGitSync, type GitSyncRow, sealedAt } from './sync-rows.ts'
import { taskOf } from './sync-runs.ts'
import { treeAddressOf } from './tree-address.ts'
import { hasOwnBodies, isGenuine, refIn } from './verify-webhook.ts'

type Setting = GitContext & Input<typeof gitSyncOperations.setSpaceGitSync>
type Webhook = GitContext & Input<typeof gitSyncOperations.receiveGitWebhook>

const defaultPollMinutes = 5
/** Time after which the same webhook counts as another one. */
const maxDeliveryDays = 30

export const gitSyncRoutes = implement(gitSyncOperations, {
  async getSpaceGitSync(context) {
    const row = await findGitSync(context.sql, context.params.spaceId)
    if (!row) throw notFound('The synchronization of the space')
    return present(context, row)
  },

  setSpaceGitSync: prepared(requireRepository, (context: Setting) => setUp(context)),

  async deleteSpaceGitSync(context) {
    const { sql, params } = context
    await lockSpace(context, params.spaceId)
    const gone = await sql.deleteFrom('git_sync').where('id', '=', params.spaceId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) return absent()
    await endGitPreviews(sql, raw`space_id = ${params.spaceId}`)
    await changeSpace(context, params.spaceId, { git_sync: null })
    return deleted()
  },

  async runSpaceGitSync(context) {
    const row = await findGitSync(context.sql, context.params.spaceId)
    if (row?.paused_at) throw conflict(row.error ?? 'The synchronization is paused: set it up again.')
    await lookSoon(context)
    return done()
  },

  receiveGitWebhook: prepared(receive, async (context: Webhook, received) => {
    const { sql, deps, params, afterCommit } = context
    if (received.digest !== undefined) {
      const before = new Date(deps.now().getTime() - maxDeliveryDays * 24 * 3600_000)
      await sql.deleteFrom('git_delivery').where('received_at', '<', before).execute()
      const row = { space_id: params.spaceId, digest: received.digest, received_at: deps.now() }
      const inserted = await sql
        .insertInto('git_delivery')
        .values(row)
        .onConflict((on) => on.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 0n) throw conflict('This webhook was received before.')
    }
    const { pull, row } = received
    if (received.isOfBranch) await lookSoon(context)
    if (pull && row.previews && isOfRepository(pull, row)) {
      await recordPullEvent(sql, { row, event: pull, sealer: deps.git.sealer, now: deps.now() })
      afterCommit(deps.git.wakePreviews)
    }
    return done()
  }),
})

/** Verifies a webhook before a transaction begins. A space without a synchronization is answered like a wrong signature. */
async function receive({ sql, deps, params, body, passed }: Webhook) {
  const row = await findGitSync(sql, params.spaceId)
  const pieces: Buffer[] = []
  if (!row || row.paused_at) throw notFound('The webhook')
  for await (const piece of body.pieces(5 * 1024 * 1024)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const secret = openSecret(deps.git.sealer, row.webhook_secret, sealedAt(row.id, 'webhook_secret'))
  if (secret === undefined || !isGenuine(row.host, { headers: passed, body: bytes, secret }))
    throw notFound('The webhook')
  const ref = refIn(bytes)
  const pull = pullEventIn(row.host, bytes)
  return {
    row,
    pull,
    digest: hasOwnBodies(row.host) ? createHash('sha256').update(bytes).digest('base64url') : undefined,
    isOfBranch: pull === undefined && (ref === undefined || ref === row.ref),
  }
}

async function lookSoon({
  sql,
  deps,
  params,
  afterCommit,
}: GitContext & { params: { spaceId: string } }): Promise<void> {
  const wish = { next_at: raw<Date>`now()`, wishes: raw<number>`wishes + 1` }
  const found = sql.updateTable('git_sync').set(wish).where('id', '=', params.spaceId)
  if ((await found.executeTakeFirst()).numUpdatedRows === 0n) throw notFound('The synchronization of the space')
  afterCommit(deps.git.wakeSync)
}

/** Default ports of the addresses of repositories. */
const ports = { http: '80', https: '443', ssh: '22' }

/** Checks, before the transaction, that there is git, and that the address of the repository is one to connect to. */
async function requireRepository({ body, deps }: Setting): Promise<void> {
  await requireGit()
  const field = 'body.url'
  const { url, transport } = parseRemote(body.url, field)
  await requireReachable(new URL(url), { allow: deps.git.allow, field, defaultPort: ports[transport] })
}

async function setUp(context: Setting) {
  const { sql, deps, params, body, access, caller, userId, afterCommit } = context
  const space = await lockSpace(context, params.spaceId)
  const { url, transport, credentials } = parseRemote(body.url, 'body.url')
  const ref = parseRef(body.ref, 'body.ref')
  if (!ref.startsWith('refs/heads/')) throw badRequest('body.ref', 'must be a branch')
  const directory = parseDirectory(body.repoProjectDirectory, 'body.repoProjectDirectory')
  const found = await findGitSync(sql, space.id)
  // Whoever set up a paused one belongs to another organization, and knows its secret.
  const before = found?.paused_at ? undefined : found
  const seal = (text: string, name: Parameters<typeof sealedAt>[1]) =>
    deps.git.sealer.seal(text, sealedAt(space.id, name))
  const opened = (sealed: string | null, name: Parameters<typeof sealedAt>[1]) =>
    sealed === null ? undefined : openSecret(deps.git.sealer, sealed, sealedAt(space.id, name))
  const webhookSecret =
    body.webhookSecret ??
    (before && opened(before.webhook_secret, 'webhook_secret')) ??
    randomBytes(24).toString('base64url')
  // Credentials belong to the address that they came with, and so does the key: it may open other repositories as well.
  const isSame = before?.url === url
  // They serve this branch, folder and direction, and more for who gave them alone: others may have no access to the rest.
  const previews = body.previewExternalBranches ?? false
  const isSamePlace = before?.ref === ref && before.directory === directory && (before.previews || !previews)
  const isSameUse = isSamePlace && before.direction === body.direction
  const keeps = isSame && (isSameUse || before.secret_by === userId)
  if (isSame && !keeps && before.secret !== null && !credentials)
    throw badRequest('body.url', 'must have credentials: somebody else gave those that are stored, for another use')
  const secret = credentials ? seal(JSON.stringify(credentials), 'secret') : keeps ? before.secret : null
  const keepsKey = keeps && opened(before.ssh_key, 'ssh_key') !== undefined
  const key = transport === 'ssh' && !keepsKey ? makeSshKey(`quire-${space.id}`) : undefined
  const now = deps.now()
  const isGiven = credentials !== undefined || key !== undefined
  const treeUrl = body.repoTreeURL ?? treeAddressOf(body.host, { url, transport }, ref, directory)
  const columns = {
    ...{ organization_id: access.organizationId, url, ref, directory, host: body.host, direction: body.direction },
    ...{ tree_url: treeUrl ?? null, commit_url: body.repoCommitURL ?? null, secret },
    secret_by: keeps && !isGiven ? before.secret_by : userId,
    poll_minutes: body.pollMinutes ?? defaultPollMinutes,
    previews,
    webhook_secret: seal(webhookSecret, 'webhook_secret'),
    ...(transport !== 'ssh' && { ssh_key: null, public_key: null, known_hosts: '' }),
    ...(key && { ssh_key: seal(key.privateKey, 'ssh_key'), public_key: key.publicKey, known_hosts: '' }),
    ...{ user_id: userId, member_id: access.member.id, token_kind: caller.kind },
    ...(await findWorkHolder(sql, caller, access.organizationId)),
    ...{ next_at: now, live: null, error: null, paused_at: null, updated_at: now },
  }
  const row = await sql
    .insertInto('git_sync')
    .values({
      ...{ id: space.id, ssh_key: null, public_key: null, checked_at: null },
      ...columns,
      ...unclaimed,
      created_at: now,
    })
    .onConflict((on) =>
      on.column('id').doUpdateSet({ ...columns, ...unclaimed, wishes: raw<number>`git_sync.wishes + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  // Pull requests of another repository or branch have other numbers and heads.
  if (!before || !isSame || before.ref !== ref || !row.previews) await endGitPreviews(sql, raw`space_id = ${space.id}`)
  await changeSpace(context, space.id, { git_sync: infoOf(row, now) })
  afterCommit(deps.git.wakeSync)
  const presented = await present(context, row)
  return { ...presented, webhook: { ...presented.webhook, secret: webhookSecret } }
}

/** A look that goes on loses its claim, and begins nothing with what was set up before. */
const unclaimed = { claim: null, claimed_until: null }

const infoOf = ({ url, host, tree_url }: GitSyncRow, now: Date): GitSyncState => ({
  repoName: nameOfRemote({ url }),
  ...((host === 'github' || host === 'gitlab') && { installationProvider: host }),
  ...(tree_url !== null && { url: tree_url }),
  updatedAt: now.toISOString(),
})

async function present({ sql, deps }: GitContext, row: GitSyncRow): Promise<GitSync> {
  // What the space had in common with another repository, branch or folder says nothing of this one.
  const state = await findGitState(sql, row.id, taskOf(row, 'import'))
  const blocking = await changeRequestInTheWay(sql, row.id)
  return {
    object: 'git-sync',
    ...{ url: row.url, ref: row.ref, host: row.host, direction: row.direction, pollMinutes: row.poll_minutes },
    previewExternalBranches: row.previews,
    ...(row.directory !== '' && { repoProjectDirectory: row.directory }),
    ...(row.tree_url !== null && { repoTreeURL: row.tree_url }),
    ...(row.commit_url !== null && { repoCommitURL: row.commit_url }),
    ...(row.public_key !== null && { sshKey: row.public_key }),
    ...(state && { commit: state.commit_oid }),
    ...(blocking && { changeRequest: blocking.id }),
    ...(row.checked_at && { checkedAt: timestamp(row.checked_at) }),
    ...(row.error !== null && { error: row.error }),
    createdBy: row.user_id,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    webhook: { url: `${deps.publicUrl}/v1/spaces/${row.id}/git/webhook` },
  }
}
