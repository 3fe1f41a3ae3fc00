import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../../src/database.ts'
import { lockGrants } from '../../../src/workspace/grants/lock-grants.ts'
import { lockSpace } from '../../../src/workspace/tree/spaces.state.ts'
import { nextStatement } from '../../support/sent-statements.ts'
import { acme, startWorld, type World } from '../../world.ts'
import { structureOf } from '../tree/structure-actions.ts'

let world: World
let at: ReturnType<typeof structureOf>
let version = 1
beforeAll(async () => {
  world = await startWorld()
  at = structureOf(world)
  await world.publishState(member, { id: 'o-cleo', organizationId: 'other', userId: 'cleo', role: 'create' })
  await world.test.settled()
})
afterAll(() => world.stop())

/** Gives Cleo another role in the organization; resolves when content has applied the event. */
async function cleoIs(role: 'create' | 'read') {
  version += 1
  await world.publishState(member, { id: 'm-cleo', organizationId: acme, userId: 'cleo', role, version })
  await world.test.settled()
}

/** Everything that a write could change, as one text. */
async function everything(): Promise<string> {
  const tables = ['space', 'collection', 'access_grant', 'change_request', 'comment', 'revision']
  const textOf = (table: string, row: RawBuilder<string>) =>
    raw`select ${raw.lit(table)}, md5(string_agg(${row}, ';' order by ${row})) from ${raw.table(table)} one`
  const parts = [
    ...tables.map((table) => textOf(table, raw`one::text`)),
    // The time of publication is written after the request.
    raw`${textOf('outbox', raw`envelope::text`)} where envelope->>'type' not like 'content.granted-spaces%'`,
  ]
  const { rows } = await raw`${raw.join(parts, raw` union all `)}`.execute(world.sql())
  return JSON.stringify(rows)
}

interface Scene {
  spaceId: string
  collectionId: string
  changeRequestId: string
  deletedId: string
  commentId: string
}

async function scene(): Promise<Scene> {
  const { id: collectionId } = await at.collection()
  const { id: spaceId } = await at.space(collectionId)
  const { id: deletedId } = await at.space(collectionId)
  await at.made('deleteSpaceById', { params: { spaceId: deletedId } })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  await world.write(spaceId, changeRequestId, [
    { operation: 'insert_page', title: 'New', document: { markdown: 'new' } },
  ])
  const comment = { params: { spaceId }, body: { body: { markdown: 'hello' } }, as: 'cleo' }
  const { id: commentId } = await at.made('postCommentInSpace', comment)
  await world.test.settled()
  return { spaceId, collectionId, changeRequestId, deletedId, commentId }
}

const holdOrganization = (sql: Sql) => lockGrants(sql, acme)
const holdSpace = (sql: Sql, { spaceId }: Scene) => lockSpace({ sql }, spaceId)

type Write = [operation: string, given: (at: Scene) => { params?: Record<string, string>; body?: object }]

const ofOrganization: Write[] = [
  ['inviteToSpace', ({ spaceId }) => ({ params: { spaceId }, body: { role: 'create', users: ['gus'] } })],
  [
    'inviteToCollection',
    ({ collectionId }) => ({ params: { collectionId }, body: { role: 'read', teams: ['writers'] } }),
  ],
  ['updateUserPermissionInSpace', ({ spaceId }) => ({ params: { spaceId, userId: 'cleo' }, body: { role: 'create' } })],
  ['removeUserFromSpace', ({ spaceId }) => ({ params: { spaceId, userId: 'gus' } })],
  ['createSpace', () => ({ body: { title: 'Late' } })],
  ['createSpace', ({ collectionId }) => ({ body: { parent: collectionId } })],
  ['createCollection', () => ({ body: {} })],
  ['duplicateSpace', ({ spaceId }) => ({ params: { spaceId } })],
  ['deleteSpaceById', ({ spaceId }) => ({ params: { spaceId } })],
  ['restoreSpace', ({ deletedId }) => ({ params: { spaceId: deletedId } })],
  ['moveSpace', ({ spaceId }) => ({ params: { spaceId }, body: { parent: null } })],
  ['transferSpace', ({ spaceId }) => ({ params: { spaceId }, body: { organization: 'other' } })],
  ['updateSpaceById', ({ spaceId }) => ({ params: { spaceId }, body: { defaultLevel: 'create' } })],
  ['deleteCollectionById', ({ collectionId }) => ({ params: { collectionId } })],
  ['moveCollection', ({ collectionId }) => ({ params: { collectionId }, body: { parent: null, position: undefined } })],
  ['updateCollectionById', ({ collectionId }) => ({ params: { collectionId }, body: { defaultLevel: 'create' } })],
]

const ofSpace: Write[] = [
  ['updateSpaceById', ({ spaceId }) => ({ params: { spaceId }, body: { title: 'Late' } })],
  ['createChangeRequest', ({ spaceId }) => ({ params: { spaceId }, body: {} })],
  [
    'updateChangeRequestById',
    ({ spaceId, changeRequestId }) => ({ params: { spaceId, changeRequestId }, body: { status: 'open' } }),
  ],
  ['mergeChangeRequest', ({ spaceId, changeRequestId }) => ({ params: { spaceId, changeRequestId } })],
  ['postCommentInSpace', ({ spaceId }) => ({ params: { spaceId }, body: { body: { markdown: 'late' } } })],
  ['updateCommentInSpace', ({ spaceId, commentId }) => ({ params: { spaceId, commentId }, body: { resolved: true } })],
  ['deleteCommentInSpace', ({ spaceId, commentId }) => ({ params: { spaceId, commentId } })],
]

/** The statement with which the service takes the lock. */
const waits = { organization: /pg_advisory_xact_lock\(hashtextextended/, space: /for no key update|update "?space"?/ }

test.each([
  ...ofOrganization.map((write) => ['organization', ...write] as const),
  ...ofSpace.map((write) => ['space', ...write] as const),
])(
  'who is demoted while waiting for the %s: %s is refused and nothing is left of it',
  async (lock, operation, given) => {
    await cleoIs('create')
    const now = await scene()
    const before = await everything()
    const { answer } = await world
      .sql()
      .transaction()
      .execute(async (sql) => {
        await (lock === 'organization' ? holdOrganization(sql) : holdSpace(sql, now))
        const waiting = nextStatement(world, waits[lock])
        const sent = world.send(operation, { as: 'cleo', ...given(now) })
        await Promise.race([waiting, sent])
        await cleoIs('read')
        return { answer: sent }
      })
    const { status } = await answer
    expect(status).toBe(403)
    expect(await everything()).toBe(before)
  },
)
