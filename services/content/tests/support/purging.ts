import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql as raw } from 'kysely'
import { type PurgeCounts, purge, purgeLock } from '../../src/spaces/purge/purge.ts'
import type { BlobStore } from '../../src/storage/files/blobs.ts'
import { localBlobs } from '../../src/storage/files/local-blobs.ts'
import { startWorld, type World } from '../world.ts'
import { indexed } from './wait-for-index.ts'

export const days = 24 * 3600_000

/**
 * Starts content with a clock that can be advanced. The purge job runs once at the start; the test starts further runs.
 */
export async function startPurgingWorld() {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const world = await startWorld({}, { now })
  return {
    ...world,
    now,
    pass: (ms: number) => {
      aheadMs += ms
    },
    /** Purges once; `changed` replaces some dependencies of the purge. */
    run: (changed: Parts = {}, signal?: AbortSignal) => runPurge(world, { now, ...changed }, signal),
    /** Purges once, but returns undefined instead of waiting if another run is in progress. */
    tryRun: () => tryPurge(world, { now }),
  }
}

export type PurgingWorld = Awaited<ReturnType<typeof startPurgingWorld>>

interface Parts {
  now?: () => Date
  blobs?: BlobStore
  rowsAtOnce?: number
  lockTimeoutMs?: number
  /** Called when a step has committed, before the next begins. */
  between?: () => Promise<void>
}

/** Purges once, after the first run of a service that has just started. */
export async function runPurge(world: World, parts: Parts, signal?: AbortSignal): Promise<PurgeCounts> {
  for (;;) {
    const purged = await tryPurge(world, parts, signal)
    if (purged) return purged
    await raw`select pg_advisory_lock(${purgeLock}), pg_advisory_unlock(${purgeLock})`.execute(world.sql())
  }
}

function tryPurge(
  world: World,
  { now = () => new Date(), blobs = localBlobs(world.folder), between, ...batches }: Parts,
  signal = new AbortController().signal,
): Promise<PurgeCounts | undefined> {
  const { publisher, log } = world.test.service.foundation
  const deps = {
    sql: world.sql,
    blobs,
    now,
    ...batches,
    log,
    publisher: {
      ...publisher,
      async publish(rows: Parameters<typeof publisher.publish>[0]) {
        const position = await publisher.publish(rows)
        await between?.()
        return position
      },
    },
  }
  return purge(deps, signal)
}

/** Finds the tables and files that contain a text, once nothing waits to be counted or indexed. */
export async function tracesOf(world: World, text: string): Promise<string[]> {
  await world.test.settled()
  await indexed(world)
  const { em } = world.test.service.foundation.database
  const tables: { name: string }[] = await em
    .getConnection()
    .execute(`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name <> 'audit_event'`)
  const holding: string[] = []
  for (const { name } of tables) {
    const rows = await em.getConnection().execute(`select from "${name}" t where t::text like ? limit 1`, [`%${text}%`])
    if (rows.length > 0) holding.push(name)
  }
  return [...holding.sort(), ...(await filesHolding(join(world.folder, 'blobs'), text))]
}

async function filesHolding(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (Object(error).code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return files.filter((_, index) => texts[index]?.includes(text))
}

/** Reads all content of a space: the live revision, the change requests, and the bytes of their files. */
export async function readingOf(world: World, spaceId: string) {
  const { body: list } = await world.send('listChangeRequestsForSpace', { params: { spaceId }, query: drafts })
  const requests: { id: string }[] = list.items
  return {
    live: await contentOf(world, spaceId, undefined),
    requests: await Promise.all(requests.map(async ({ id }) => [id, await contentOf(world, spaceId, id)] as const)),
  }
}

const drafts = { status: 'draft', limit: '1000' }

async function contentOf(world: World, spaceId: string, changeRequestId: string | undefined) {
  const params = { spaceId, ...(changeRequestId && { changeRequestId }) }
  const read = async (id: string, more: object = {}) => {
    const { status, body } = await world.send(id, { params: { ...params, ...more } })
    if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const revision = await read(changeRequestId ? 'getRevisionOfChangeRequestById' : 'getCurrentRevision')
  const getPage = changeRequestId ? 'getPageInChangeRequestById' : 'getPageById'
  const pages: { id: string; title: string }[] = revision.pages
  const texts = await Promise.all(pages.map(async ({ id: pageId }) => (await read(getPage, { pageId })).markdown))
  const files: { name: string; downloadURL: string }[] = revision.files
  return {
    id: revision.id,
    pages: pages.map(({ id, title }, index) => [id, title, texts[index]]),
    files: await Promise.all(files.map(async ({ name, downloadURL }) => [name, await bytesAt(world, downloadURL)])),
  }
}

/** Reads a download address: returns its text, or the status of the refusal. */
export async function bytesAt(world: World, url: string): Promise<string | number> {
  const token = url.slice(url.lastIndexOf('/') + 1)
  const { status, body } = await world.send('downloadFile', { params: { token } })
  return status === 200 ? String(body) : status
}

/** A change that inserts a page, and one that adds a file beside it. */
export const pageWith = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
export const fileWith = (name: string, text: string) => ({
  operation: 'insert_files',
  files: [{ name, base64: Buffer.from(text).toString('base64') }],
})
