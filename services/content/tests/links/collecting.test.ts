import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inlineParser } from '@quire/parsing'
import { sql as raw } from 'kysely'
import { createContentLinks, startLinkCollector } from '../../src/links/content-links.ts'
import { createRevisionCaches } from '../../src/storage/revisions/storage.ts'
import * as tasks from '../../src/tasks.ts'
import { days, type PurgingWorld, startPurgingWorld } from '../support/purging.ts'
import { publicUrl } from '../world.ts'
import { linksOf } from './described-links.ts'

let world: PurgingWorld
beforeAll(async () => {
  world = await startPurgingWorld()
})
afterAll(() => world.stop())

const tables = ['link', 'link_target', 'link_resource', 'link_space']

const parts = () => ({
  ...{ sql: world.sql, jobSql: world.sql },
  ...{ parser: inlineParser(tasks), caches: createRevisionCaches() },
})

/** The links of another replica. */
const replica = () => createContentLinks({ ...parts(), publicUrl })

/** The rows of a space, and the stored targets of its texts. */
async function rowsOf(spaceId: string) {
  const rows = await Promise.all(
    tables.map(async (table) => {
      const read = raw`select * from ${raw.table(table)} t where space_id = ${spaceId} order by t`
      return (await read.execute(world.sql())).rows
    }),
  )
  const texts = raw`select hash, targets from document where store = (select store from space where id = ${spaceId})
    order by hash`
  return [...rows, (await texts.execute(world.sql())).rows]
}

/** Restores the state after an upgrade: content whose links are not collected. */
async function forget() {
  for (const table of tables) await raw`delete from ${raw.table(table)}`.execute(world.sql())
  await raw`update document set targets = null`.execute(world.sql())
}

async function spaceWithLinks() {
  const { id } = await world.makeSpace()
  const { A } = await world.publish(id, { A: '[x](https://a.example/) ![y](/files/gone)', B: 'Plain.' })
  await world.publish(id, { C: `[a](/pages/${A}) [b](/pages/gone)` })
  await linksOf(world).ofSpace(id)
  return id
}

test('after an upgrade the job collects what was there before', async () => {
  const spaces = [await spaceWithLinks(), await spaceWithLinks()]
  const before = await Promise.all(spaces.map(rowsOf))
  await forget()
  const left = new Set(spaces)
  const all = Promise.withResolvers<void>()
  const links = replica()
  const collect: typeof links.collect = async (spaceId) => {
    await links.collect(spaceId)
    if (left.delete(spaceId) && left.size === 0) all.resolve()
  }
  const { log } = world.test.service.foundation
  const job = startLinkCollector({ sql: world.sql, links: { ...links, collect }, publicUrl, log })
  job.wake()
  await all.promise
  await job.stop()
  expect(await Promise.all(spaces.map(rowsOf))).toEqual(before)
})

test('replicas that collect the same space at once count nothing twice', async () => {
  const space = await spaceWithLinks()
  const before = await rowsOf(space)
  await forget()
  await Promise.all([replica(), replica(), replica()].map((links) => links.collect(space)))
  expect(await rowsOf(space)).toEqual(before)
})

test('another public address changes which links lead into the app', async () => {
  const { id: spaceId } = await world.makeSpace()
  await world.publish(spaceId, { A: `<${publicUrl}/v1/spaces/x> <https://old.example/v1/y> <${publicUrl}/sites/s>` })
  const { stats, ...list } = await linksOf(world).ofSpace(spaceId, { status: 'in-app' })
  expect(list.items).toEqual([`in-app reference url ${publicUrl}/v1/spaces/x < page A`])
  await createContentLinks({ ...parts(), publicUrl: 'https://old.example' }).collect(spaceId)
  const { rows } = await raw`
    select target, status from link_target where space_id = ${spaceId} order by target`.execute(world.sql())
  expect(rows).toEqual([
    { target: `${publicUrl}/sites/s`, status: 'ok' },
    { target: `${publicUrl}/v1/spaces/x`, status: 'ok' },
    { target: 'https://old.example/v1/y', status: 'in-app' },
  ])
  expect((await linksOf(world).ofSpace(spaceId, { status: 'in-app' })).items).toEqual(list.items)
  expect(stats).toEqual({ total: 3, broken: { total: 0 } })
})

test('long and hostile addresses are links like others', async () => {
  const { id: spaceId } = await world.makeSpace()
  const long = `https://long.example/${'ä😀'.repeat(3000)}`
  await world.publish(spaceId, {
    A: `[x](<${long}1>) [x](<${long}2>) [y](<data:text/html,x>) [z](//evil.example/a) [](<>)`,
  })
  const { items } = await linksOf(world).ofSpace(spaceId)
  expect(items.sort()).toEqual([
    'ok reference url //evil.example/a < page A',
    `ok reference url ${long}1 < page A`,
    `ok reference url ${long}2 < page A`,
  ])
})

test('a purged space leaves no links', async () => {
  const space = await spaceWithLinks()
  await world.send('deleteSpaceById', { params: { spaceId: space } })
  world.pass(8 * days)
  expect(await world.run({ rowsAtOnce: 1 })).toMatchObject({ spaces: 1, failures: 0 })
  expect((await rowsOf(space)).flat()).toEqual([])
  // A replica that was about to collect the links finds nothing to do.
  await replica().collect(space)
  expect((await rowsOf(space)).flat()).toEqual([])
})
