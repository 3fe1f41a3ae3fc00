import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import type { GitRepository } from '@quire/world/git-server'
import { sql as raw } from 'kysely'
import { startGitWorld } from '../support/git-world.ts'
import { until } from '../support/until.ts'
import { acme } from '../world.ts'

const main = resolve(import.meta.dirname, '../../src/main.ts')

// Writes that the test holds wait until all others have arrived, however long that takes on a busy machine.
const patience = { DATABASE_LOCK_TIMEOUT_MS: '200000', DATABASE_STATEMENT_TIMEOUT_MS: '200000' }
const { server, world, git, stop } = await startGitWorld([], { IMPORTS_AT_ONCE: '1', ...patience })
afterAll(stop)

/** Starts another process of the service, which does most of the work: it has more room. */
async function anotherProcess() {
  const env = { ...globalThis.process.env, ...world.test.env, NODE_OPTIONS: '', IMPORTS_AT_ONCE: '20' }
  const child = fork(main, { env })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process did not start, but ended with ${code ?? signal}`)
  })
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  return {
    send(id: string, spaceId: string, body: unknown, headers: Record<string, string> = {}) {
      const operation = allOperations.find((one) => one.id === id)
      if (!operation) throw new Error(`there is no operation ${id}`)
      const input = { as: 'ada', params: { organizationId: acme, spaceId }, body, headers }
      return world.test.callAt(port)(operation, input)
    },
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
type OtherProcess = Awaited<ReturnType<typeof anotherProcess>>

/** A space with one page that was imported from a repository of its own. */
async function imported() {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n', 'b.md': '# B\n' })
  const { id } = await world.makeSpace()
  expect(await git.importFrom(repository, id)).toMatchObject({ state: 'success' })
  const [home] = await git.pagesOf(id)
  return { repository, id, page: home?.id ?? '' }
}
type Imported = Awaited<ReturnType<typeof imported>>

const webhookSecret = 'a secret of the webhook'

/** The same, with a synchronization that has looked at both sides and found nothing to do. */
async function synchronized(): Promise<Imported> {
  const space = await imported()
  const body = { ...bodyOf(space.repository), host: 'other', direction: 'import', pollMinutes: 1440, webhookSecret }
  const params = { spaceId: space.id }
  expect((await world.send('setSpaceGitSync', { params, body })).status).toBe(200)
  await until(async () => (await world.send('getSpaceGitSync', { params })).body.checkedAt)
  return space
}

const bodyOf = ({ url }: GitRepository) => ({ url, ref: 'refs/heads/main' })
const importAt = (process: OtherProcess, { id, repository }: Imported) =>
  process.send('importGitRepository', id, bodyOf(repository))
const exportAt = (process: OtherProcess, { id, repository }: Imported) =>
  process.send('exportToGitRepository', id, { ...bodyOf(repository), commitMessage: 'Update' })

/** Lets every write of what a space and a repository have in common wait, until `release` is called. */
async function holdRecords(count: number) {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sql = world.sql()
  const locking = sql.transaction().execute(async (locker) => {
    // The lock lasts as long as the killed process takes to come there, which is long on a busy machine.
    await raw`set local idle_in_transaction_session_timeout = 0`.execute(locker)
    await raw`lock table space_git in exclusive mode`.execute(locker)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waiting = raw<{ count: number }>`
    select count(*)::int as count from pg_locks where relation = 'space_git'::regclass and not granted`
  return {
    arrived: () => until(async () => ((await waiting.execute(sql)).rows[0]?.count ?? 0) >= count),
    async release() {
      released.resolve()
      await locking
    },
  }
}

/** Lets the leases of work that nobody does any more run out. */
async function endLeases() {
  const past = { claimed_until: new Date(0) }
  await world.sql().updateTable('import_run').set(past).where('claim', 'is not', null).execute()
  await world.sql().updateTable('git_sync').set(past).where('claim', 'is not', null).execute()
}

const pushed = { 'README.md': '# Home\n\nPushed.\n', 'new.md': '# New\n' }

/** The steps are tests of their own, so that one that takes for ever says which it is. */
const stepMs = 120_000

type Name = 'fetching' | 'committing' | 'pushing' | 'recording' | 'looking' | 'woken'
let spaces: Record<Name, Imported>
let process: OtherProcess
let releases: (() => void | Promise<void>)[]

const named = (...names: Name[]) => names.map((name) => spaces[name])
const titlesIn = async ({ id }: Imported) => (await git.pagesOf(id)).map(({ title }) => title)

test(
  'spaces of every kind are there, and repositories and pages have changed since',
  async () => {
    const made = await Promise.all([imported(), imported(), imported(), imported(), synchronized(), synchronized()])
    const [fetching, committing, pushing, recording, looking, woken] = made
    spaces = { fetching, committing, pushing, recording, looking, woken }
    for (const { repository } of named('fetching', 'committing', 'looking', 'woken')) await repository.commit(pushed)
    for (const { id, page } of named('pushing', 'recording')) await git.edit(id, page, 'Merged.\n')
    process = await anotherProcess()
  },
  stepMs,
)

test(
  'another process is killed amid imports, exports and what a webhook woke, of which nothing is done by half',
  async () => {
    const { fetching, committing, pushing, recording, looking, woken } = spaces
    const fetch = server.hold(`${fetching.repository.path}/git-upload-pack`)
    const push = server.hold(`${pushing.repository.path}/git-receive-pack`, { isAnswer: true })
    const look = server.hold(`${looking.repository.path}/info/refs?service=git-upload-pack`)
    const records = await holdRecords(3)
    const started = [importAt(process, fetching), importAt(process, committing), exportAt(process, pushing)]
    started.push(exportAt(process, recording))
    for (const { status } of await Promise.all(started)) expect(status).toBe(204)
    const webhook = Buffer.from(JSON.stringify({ ref: 'refs/heads/main' }))
    for (const { id } of [looking, woken]) {
      const { status } = await process.send('receiveGitWebhook', id, webhook, { 'X-Webhook-Secret': webhookSecret })
      expect(status).toBe(204)
    }
    await Promise.all([fetch.arrived, push.arrived, look.arrived, records.arrived()])

    await process.kill()
    for (const space of named('fetching', 'committing', 'looking', 'woken'))
      expect(await titlesIn(space)).toEqual(['Home', 'B'])
    releases = [records.release, fetch.release, push.release, look.release]
  },
  stepMs,
)

test(
  'the next process finishes imports and exports, so that both sides are the same',
  async () => {
    for (const release of releases) await release()
    await endLeases()
    // A further import waits for the work that was left, and finds that both sides are the same.
    for (const { id, repository } of named('fetching', 'committing', 'pushing', 'recording')) {
      const operation = await git.importFrom(repository, id)
      const { revision } = await world.space(id)
      expect(operation).toEqual(expect.objectContaining({ state: 'success', revision }))
    }
  },
  stepMs,
)

test(
  'it finishes what a webhook woke too, and everything is there once',
  async () => {
    for (const { id, repository } of Object.values(spaces)) {
      await until(async () => (await git.ended(id)).commit === (await repository.head()))
      const { body } = await world.send('listSpaceGitOperations', { params: { spaceId: id } })
      expect(body.items.map(({ state }: { state: string }) => state)).toEqual(body.items.map(() => 'success'))
    }
    for (const space of named('fetching', 'committing', 'looking', 'woken')) {
      expect(await titlesIn(space)).toEqual(['Home', 'B', 'New'])
      expect(await git.markdownOf(space.id, space.page)).toBe('Pushed.\n')
    }
    for (const { repository } of named('pushing', 'recording')) {
      expect(await repository.read('README.md')).toBe('# Home\n\nMerged.\n')
      expect(await repository.log()).toHaveLength(2)
    }
  },
  stepMs,
)
