import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, organization, user } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../src/database.ts'
import { importClaims } from '../../src/imports/runs/import-job.ts'
import { dueClaims, pendingClaims } from '../../src/openapi/pending-specs.ts'
import { spacesBehind } from '../../src/search/spaces-to-search.ts'
import { nextStatement } from '../support/sent-statements.ts'
import { indexed } from '../support/wait-for-index.ts'
import { startWorld, type World } from '../world.ts'

/** Serves pages at once, and those below `/slow` a byte at a time, without an end. */
function dripFeed() {
  const waiting = new Map<string, () => void>()
  const asked: string[] = []
  const drips = new Set<NodeJS.Timeout>()
  const server = createServer(({ url = '/' }, response: ServerResponse) => {
    asked.push(url)
    waiting.get(url)?.()
    if (!url.startsWith('/slow')) return void response.end('# Page')
    response.writeHead(200, { 'Content-Type': 'text/markdown' })
    drips.add(setInterval(() => response.write('x'), 200))
  })
  return {
    asked,
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    /** Resolves once a path is asked for. */
    arrives: (path: string) =>
      new Promise<void>((resolve) => (asked.includes(path) ? resolve() : waiting.set(path, resolve))),
    stop() {
      for (const drip of drips) clearInterval(drip)
      server.closeAllConnections()
      server.close()
    },
  }
}

const source = dripFeed()
let host: string
let world: World
beforeAll(async () => {
  host = await source.listen()
  world = await startWorld({ OUTBOUND_ALLOW: host, IMPORTS_AT_ONCE: '2', IMPORT_PLACE_SECONDS: '1' })
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

/** Makes a person with some organizations of their own; returns the ids of a space in each. */
async function personWith(id: string, organizations: number, origin: string | null = null) {
  await world.publishState(user, { id, email: `${id}@example.com`, origin })
  const ids = Array.from({ length: organizations }, (_, at) => `${id}-org-${at}`)
  for (const organizationId of ids) {
    await world.publishState(organization, { id: organizationId, madeBy: id, origin })
    await world.publishState(member, { id: `m-${organizationId}`, organizationId, userId: id, role: 'admin' })
  }
  await world.test.settled()
  return Promise.all(
    ids.map(async (organizationId) => {
      const { body } = await world.send('createSpace', { as: id, params: { organizationId }, body: {} })
      return { organizationId, spaceId: String(body.id) }
    }),
  )
}

type Target = Awaited<ReturnType<typeof personWith>>[number]

const call = (as: string, { spaceId }: Target, path: string) =>
  world.send('importContent', { as, params: { spaceId }, body: { source: 'markdown', url: `http://${host}${path}` } })

/** Fills the queue of a person with sources that never end, in all of their organizations; returns what ends them. */
async function fill(as: string, targets: Target[], each: number) {
  const answers: ReturnType<typeof call>[] = []
  for (let at = 0; at < targets.length * each; at += 1) {
    const inserted = nextStatement(world, /insert into import_run/)
    answers.push(call(as, targets[at % targets.length] as Target, `/slow/${as}-${at}.md`))
    await inserted
  }
  return async () => {
    const runs = world.sql().selectFrom('import_run').select(['id', 'organization_id']).where('account', '=', as)
    for (const { id: importRunId, organization_id: organizationId } of await runs.execute())
      await world.send('cancelImportRun', { as, params: { organizationId, importRunId } })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 409))
  }
}

test('an account with many organizations and slow sources holds up no other account', async () => {
  const [own, [others]] = [await personWith('eve', 5), await personWith('bob', 1)]
  const end = await fill('eve', own, 4)
  await source.arrives('/slow/eve-0.md')
  const { status } = await call('bob', others as Target, '/bob.md')
  expect(status).toBe(201)
  // One of two permits at a time is the account's, so no second source of hers was read.
  expect(source.asked.filter((path) => path.startsWith('/slow/eve')).length).toBe(1)
  await end()
})

test('accounts that were created at one address hold up no other account', async () => {
  const [first, second] = [await personWith('fay', 2, 'one'), await personWith('gil', 2, 'one')]
  const [others] = await personWith('hal', 1)
  const ends = [await fill('fay', first, 2), await fill('gil', second, 2)]
  await source.arrives('/slow/fay-0.md')
  expect((await call('hal', others as Target, '/hal.md')).status).toBe(201)
  expect(source.asked.filter((path) => path.startsWith('/slow/gil'))).toEqual([])
  for (const end of ends) await end()
})

test('slow sources of as many accounts as there are permits hold up no further account for long', async () => {
  const [one, two] = [await personWith('ida', 1), await personWith('jon', 1)]
  const [others] = await personWith('kim', 1)
  const ends = [await fill('ida', one, 1), await fill('jon', two, 1)]
  await Promise.all(['/slow/ida-0.md', '/slow/jon-0.md'].map((path) => source.arrives(path)))
  expect((await call('kim', others as Target, '/kim.md')).status).toBe(201)
  for (const end of ends) await end()
})

test('an account has so many imports under way, whatever number of organizations it makes', async () => {
  const own = await personWith('lea', 2)
  const sql = world.sql()
  const [target] = own
  const row = {
    ...{ organization_id: 'elsewhere', space_id: 'elsewhere', source: 'markdown', is_call: false, user_id: 'lea' },
    ...{ member_id: 'm', token_kind: 'user' as const, status: 'pending' as const, account: 'lea', origin: 'lea' },
    ...{ created_at: new Date(), updated_at: new Date(), claimed_until: new Date(Date.now() + 3600_000) },
  }
  await sql
    .insertInto('import_run')
    .values(Array.from({ length: 100 }, (_, at) => ({ ...row, id: `lea-${at}` })))
    .execute()
  const refused = await call('lea', target as Target, '/lea.md')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(refused.body.error.message).toContain('Your account has 100 imports under way')
  await sql.deleteFrom('import_run').where('account', '=', 'lea').execute()
  expect((await call('lea', target as Target, '/lea.md')).status).toBe(201)
})

test('the index reads the spaces of accounts in turn, whichever changed last', async () => {
  const [own, [other]] = [await personWith('ned', 4), await personWith('oli', 1)]
  const spaces = [...own.map(({ spaceId }) => spaceId), String(other?.spaceId)]
  await world.test.settled()
  // The service would index one of them meanwhile.
  await indexed(world)
  const undo = new Error('undo')
  const work = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      for (const [at, id] of spaces.toReversed().entries())
        await sql
          .updateTable('space')
          .set({ updated_at: new Date(Date.UTC(2100, 0, 1) + at) })
          .where('id', '=', id)
          .execute()
      await raw`delete from search_space where space_id = any(${spaces})`.execute(sql)
      const behind = (await spacesBehind(sql, 3)).map(({ id }) => id)
      expect(behind).toEqual([spaces[0], spaces[4], spaces[1]])
      throw undo
    })
  await expect(work).rejects.toBe(undo)
})

test.each([
  ['imports', 'import_run', (sql: () => Sql) => importClaims(sql, 2)],
  ['specifications with a new source', 'openapi_spec', pendingClaims],
  ['specifications that are due', 'openapi_spec', dueClaims],
])('a claim of %s reads a few rows, however many wait', async (kind, table, claimsOn) => {
  const undo = new Error('undo')
  const read: number[] = []
  const work = world
    .sql()
    .transaction()
    .execute(async (sql) => {
      await insertMany(sql, table, kind)
      const rowsRead = async () => {
        const { rows } = await raw<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
          where relname = ${table}`.execute(sql)
        return rows[0]?.read ?? Number.NaN
      }
      const claims = claimsOn(() => sql)
      const whale = { origin: 'whale', account: 'whale', organization_id: 'o' } as never
      // The first claims mark what is due.
      const taken = [await claims.take([whale, whale]), await claims.take([whale, whale])]
      const before = await rowsRead()
      for (let at = 0; at < 10; at += 1) taken.push(await claims.take([whale, whale]))
      read.push((await rowsRead()) - before)
      expect(taken.map((row) => row?.account.slice(0, 3))).toEqual(Array(12).fill('few'))
      throw undo
    })
  await expect(work).rejects.toBe(undo)
  expect(read[0]).toBeLessThan(400)
})

/** Inserts rows that wait, most of them of one account with many organizations, and some that do not wait. */
async function insertMany(sql: Sql, table: string, kind: string) {
  const holder = raw`case when n % 10 = 0 then 'few ' || n % 100 else 'whale' end`
  const isDue = kind.endsWith('due')
  await (table === 'import_run'
    ? raw`
        insert into import_run (id, organization_id, space_id, source, is_call, user_id, member_id, token_kind, account,
          origin, status, created_at, updated_at)
        select 'many ' || n, 'o' || n % 5000, 's', 'zip', false, 'u', 'm', 'user', ${holder}, ${holder},
          case when n % 2 = 0 then 'pending' else 'completed' end, now(), now() from generate_series(1, 20000) n`
    : raw`
        insert into openapi_spec (id, organization_id, slug, visibility, source_url, processing_state, account, origin,
          refresh_at, created_at, updated_at)
        select 'many ' || n, 'o' || n % 5000, 'many-' || n, 'private', 'http://x.example',
          case when ${isDue} or n % 2 = 1 then 'complete' else 'pending' end, ${holder}, ${holder},
          case when ${isDue} and n % 200 < 20 then now() - interval '1 hour' else now() + interval '1 hour' end,
          now(), now() from generate_series(1, 20000) n`
  ).execute(sql)
  await raw`analyze ${raw.table(table)}`.execute(sql)
}
