import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type QueryExecutorProvider, sql } from 'kysely'
import { mergeBytes } from '../segment/merge-segments.ts'
import { deletionOfSpace } from './indexed-spaces.ts'
import type { Merge } from './merge-next.ts'
import { openPostgresIndex, sweepSegments } from './postgres-index.ts'
import {
  atRevision,
  change,
  countingDatabase,
  dyingDatabase,
  find,
  newOrganization,
  openIndex,
  openStore,
  page,
} from './store.fixture.ts'
import { readList } from './stored-list.ts'

let store: Awaited<ReturnType<typeof openStore>>

beforeAll(async () => {
  store = await openStore()
})

afterAll(() => store.close())

const never = new AbortController().signal

const stateOf = async (space: string) => {
  const { rows } =
    await sql`select revision, target, after_page as "afterPage" from search_space where space_id = ${space}`.execute(
      store.db,
    )
  return rows[0]
}

/** Eight changes of one page of a space each, from no revision to `8`. */
async function eightChanges(organization: string, space: string) {
  const index = openIndex(store.db)
  for (let at = 1; at <= 8; at++) {
    const from = at === 1 ? undefined : String(at - 1)
    const pages = [page(`p${at}`, `common word${at}`), page('all', `common last${at}`)]
    await index.apply({ organization, spaces: [change(space, [from, String(at)], ...pages)] })
  }
  return Array.from({ length: 8 }, (_, at) => `p${at + 1}`)
}

test('a change is found through another process at once, and at its version', async () => {
  const organization = newOrganization()
  const [one, other] = [openIndex(store.db), openIndex(store.db)]
  expect(await find(other, organization, 'apple')).toEqual([])
  const first = await one.apply({ organization, spaces: [change('space', [undefined, 'r1'], page('a', 'apple'))] })
  expect(first).toEqual({ version: '0/1' })
  expect(await find(other, organization, 'apple')).toEqual(['a'])
  await one.apply({ organization, spaces: [change('space', ['r1', 'r2'], page('a'), page('b', 'apple'))] })
  expect(await find(other, organization, 'apple')).toEqual(['b'])
  const { count } = await one.search({ organization, version: '0/2', readable: ['space'], text: 'apple' })
  expect(count).toBe(1)
  expect(await one.linking({ organization, space: 'space', target: '/pages/5', limit: 5 })).toEqual(['b'])
})

test('after a failover searches answer from the lists of the new epoch, which repeat version numbers', async () => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  const apply = (...[from, to, id]: [string | undefined, string, string]) =>
    index.apply({ organization, spaces: [change('space', [from, to], page(id, 'apple'))] })
  const found = async (version: string) => {
    const { pages } = await index.search({ organization, version, readable: ['space'], text: 'apple' })
    return pages.map(({ id }) => id).toSorted()
  }
  const restore = (rows: object[]) =>
    sql`update search_index set version = kept.version, segments = kept.segments
      from jsonb_to_recordset(${JSON.stringify(rows)}) kept (version bigint, segments jsonb)
      where organization_id = ${organization}`.execute(store.db)
  await apply(undefined, 'r1', 'a')
  const { rows } = await sql<object>`
    select version, segments from search_index where organization_id = ${organization}`.execute(store.db)
  const { version: lost } = { version: '', ...(await apply('r1', 'r2', 'lost')) }
  expect(await found(lost)).toEqual(['a', 'lost'])
  // The standby lacks the last change.
  await restore(rows)
  await sql`update search_space set revision = 'r1' where organization_id = ${organization}`.execute(store.db)
  await sql`update incarnation set epoch = epoch + 1`.execute(store.db)
  try {
    expect(await found((await readList(store.db, organization)).version)).toEqual(['a'])
    const { version: next } = { version: '', ...(await apply('r1', 'r3', 'b')) }
    expect(next.split('/')[1]).toBe(lost.split('/')[1])
    expect(await found(next)).toEqual(['a', 'b'])
    expect(await find(index, organization, 'apple')).toEqual(['a', 'b'])
  } finally {
    await sql`update incarnation set epoch = epoch - 1`.execute(store.db)
  }
})

test('a new epoch of the same list loads and releases nothing', async () => {
  const organization = newOrganization()
  const released: unknown[] = []
  const counted = countingDatabase(store.db)
  const release = (view: unknown) => void released.push(view)
  const index = openPostgresIndex({ db: counted.db, memoryBytes: 2 ** 20, release })
  await index.apply({ organization, spaces: [change('space', [undefined, 'r1'], page('a', 'apple'))] })
  expect(await find(index, organization, 'apple')).toEqual(['a'])
  await sql`update incarnation set epoch = epoch + 1`.execute(store.db)
  try {
    const before = counted.statements()
    const { version } = await readList(store.db, organization)
    for (let at = 0; at < 3; at++) await index.search({ organization, version, readable: ['space'], text: 'apple' })
    expect([counted.statements() - before, released]).toEqual([1, []])
  } finally {
    await sql`update incarnation set epoch = epoch - 1`.execute(store.db)
  }
})

test('of two who change a space from one state one wins, and the other is told', async () => {
  const organization = newOrganization()
  const indexes = [openIndex(store.db), openIndex(store.db)]
  const change1 = (at: number) => change('raced', [undefined, `r${at}`], page(`p${at}`, 'apple'))
  const applied = await Promise.all(indexes.map((index, at) => index.apply({ organization, spaces: [change1(at)] })))
  expect(applied).toContainEqual({ version: '0/1' })
  expect(applied).toContainEqual({ overtaken: ['raced'] })
  const winner = applied.findIndex(({ overtaken }) => !overtaken)
  expect(await find(openIndex(store.db), organization, 'apple', ['raced'])).toEqual([`p${winner}`])
  expect(await stateOf('raced')).toEqual(atRevision(`r${winner}`))
})

test('changes of several spaces come together or not at all', async () => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  await index.apply({ organization, spaces: [change('both1', [undefined, 'r1'], page('a', 'apple'))] })
  const spaces = [
    change('both2', [undefined, 'r1'], page('b', 'apple')),
    change('both1', ['r0', 'r2'], page('c', 'apple')),
  ]
  expect(await index.apply({ organization, spaces })).toEqual({ overtaken: ['both1'] })
  expect(await find(index, organization, 'apple', ['both1', 'both2'])).toEqual(['a'])
  expect(await stateOf('both2')).toBe(undefined)
})

test('a large change names how far it has come, and a state alone moves without a segment', async () => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  const half = { revision: null, target: 'r1', afterPage: 'm' }
  await index.apply({ organization, spaces: [{ space: 'large', to: half, pages: [page('a', 'apple')] }] })
  await index.apply({
    organization,
    spaces: [{ space: 'large', from: half, to: atRevision('r1'), pages: [page('z', 'apple')] }],
  })
  expect(await find(index, organization, 'apple', ['large'])).toEqual(['a', 'z'])
  expect(await index.apply({ organization, spaces: [change('large', ['r1', 'r2'])] })).toEqual({ version: '0/2' })
  expect(await stateOf('large')).toEqual(atRevision('r2'))
})

test('a space of another organization is found there only once it was indexed there, and leaves at a merge', async () => {
  const [from, to] = [newOrganization(), newOrganization()]
  const index = openIndex(store.db)
  await eightChanges(from, 'stays')
  await index.apply({ organization: from, spaces: [change('moves', [undefined, 'r1'], page('a', 'apple'))] })
  expect(await find(index, from, 'apple', ['moves'])).toEqual(['a'])
  await index.apply({ organization: to, spaces: [change('moves', [undefined, 'r1'], page('a', 'apple'))] })
  expect(await find(index, to, 'apple', ['moves'])).toEqual(['a'])
  expect(await index.apply({ organization: from, spaces: [change('moves', ['r1', 'r2'])] })).toEqual({
    overtaken: ['moves'],
  })
  await eightChanges(from, 'stays too')
  await index.maintain(never)
  expect(await find(index, from, 'apple', ['moves'])).toEqual([])
  expect(await find(index, from, 'common', ['stays', 'stays too'])).toHaveLength(18)
})

test('small segments become one, others read on meanwhile, and unused ones are swept after some minutes', async () => {
  const organization = newOrganization()
  const pages = await eightChanges(organization, 'merged')
  const [reader, merger] = [openIndex(store.db), openIndex(store.db)]
  expect(await find(reader, organization, 'common', ['merged'])).toEqual(['all', ...pages])
  await Promise.all([merger.maintain(never), reader.maintain(never)])
  expect((await readList(store.db, organization)).segments).toHaveLength(1)
  expect(await find(reader, organization, 'common', ['merged'])).toEqual(['all', ...pages])
  expect(await find(openIndex(store.db), organization, 'common', ['merged'])).toEqual(['all', ...pages])
  const segments = async () => {
    const { rows } = await sql`select from search_segment where organization_id = ${organization}`.execute(store.db)
    return rows.length
  }
  expect(await segments()).toBe(9)
  await sql`update search_segment set listed_at = now() - interval '11 minutes' where organization_id = ${organization}`.execute(
    store.db,
  )
  await sweepSegments(store.db)
  expect(await segments()).toBe(1)
  expect(await find(openIndex(store.db), organization, 'common', ['merged'])).toEqual(['all', ...pages])
})

/** Damages the segment at a position of a list. */
async function harm(organization: string, damage: string, at: number) {
  const { segments } = await readList(store.db, organization)
  await sql`${sql.raw(damage)} where organization_id = ${organization} and hash = ${segments[at]?.hash}`.execute(
    store.db,
  )
}

test.each([
  'delete from search_segment',
  "update search_segment set bytes = overlay(bytes placing '\\xff' from 90 for 1)",
])('what was damaged by %s leaves the list, and its spaces are indexed anew', async (damage) => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  await index.apply({ organization, spaces: [change('broken', [undefined, 'r1'], page('b', 'apple'))] })
  await index.apply({ organization, spaces: [change('sound', [undefined, 'r1'], page('a', 'apple'))] })
  await harm(organization, damage, 0)
  const both = ['sound', 'broken']
  expect(await find(openIndex(store.db), organization, 'apple', both)).toEqual(['a'])
  const nothing = { revision: null, target: null, afterPage: null }
  expect([await stateOf('sound'), await stateOf('broken')]).toEqual([nothing, nothing])
  const again = ['a', 'b'].map((id, at) => ({
    ...{ space: both[at] ?? '', from: nothing, to: atRevision('r2') },
    pages: [page(id, 'apple')],
  }))
  expect(await index.apply({ organization, spaces: again })).toEqual({ version: '0/4' })
  expect(await find(openIndex(store.db), organization, 'apple', both)).toEqual(['a', 'b'])
  expect(await find(index, organization, 'apple', both)).toEqual(['a', 'b'])
})

test('what is written beside a change comes with it, and not where another was faster', async () => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  await sql`create table note (text text primary key)`.execute(store.db)
  const noting = (text: string) => ({
    organization,
    spaces: [change('noted', [undefined, 'r1'], page('a', 'apple'))],
    beside: async (db: QueryExecutorProvider) => {
      await sql`insert into note values (${text})`.execute(db)
    },
  })
  expect(await index.apply(noting('first'))).toEqual({ version: '0/1' })
  expect(await index.apply(noting('second'))).toEqual({ overtaken: ['noted'] })
  const { rows } = await sql`select text from note`.execute(store.db)
  expect(rows).toEqual([{ text: 'first' }])
})

test('a process that applied nothing asks the database nothing for its maintenance, but for the first time', async () => {
  const { db, statements } = countingDatabase(store.db)
  const index = openIndex(db)
  await index.maintain(never)
  const before = statements()
  await index.maintain(never)
  expect([before > 0, statements() - before]).toEqual([true, 0])
  await index.apply({ organization: newOrganization(), spaces: [change('wakes', [undefined, 'r1'])] })
  const applied = statements()
  await index.maintain(never)
  expect(statements()).toBeGreaterThan(applied)
})

test('what a lost segment had replaced or taken away is not found again', async () => {
  const organization = newOrganization()
  const index = openIndex(store.db)
  await index.apply({
    organization,
    spaces: [change('lost', [undefined, 'r1'], page('a', 'apple'), page('b', 'apple'), page('c', 'apple'))],
  })
  await index.apply({ organization, spaces: [change('lost', ['r1', 'r2'], page('a'), page('b', 'banana'))] })
  await index.apply({ organization, spaces: [change('later', [undefined, 'r1'], page('d', 'apple'))] })
  await harm(organization, 'delete from search_segment', 1)
  const both = ['lost', 'later']
  expect(await find(openIndex(store.db), organization, 'apple', both)).toEqual(['d'])
  expect(await find(index, organization, 'apple', both)).toEqual(['d'])
  const nothing = { revision: null, target: null, afterPage: null }
  const again = [
    { space: 'lost', from: nothing, to: atRevision('r2'), pages: [page('b', 'banana'), page('c', 'apple')] },
  ]
  await index.apply({ organization, spaces: again })
  expect(await find(openIndex(store.db), organization, 'apple', both)).toEqual(['c', 'd'])
})

test('a kill between any two steps of a change leaves all of it or nothing', async () => {
  for (let dies = 1; ; dies++) {
    const organization = newOrganization()
    const space = `killed ${dies}`
    await openIndex(store.db).apply({ organization, spaces: [change(space, [undefined, 'r1'], page('a', 'apple'))] })
    const dying = await dyingDatabase(store.url, dies)
    const next = { organization, spaces: [change(space, ['r1', 'r2'], page('a'), page('b', 'apple'))] }
    const answered = await openIndex(dying.db)
      .apply(next)
      .catch(() => undefined)
    await dying.close()
    const done = answered !== undefined
    expect(await stateOf(space)).toEqual(atRevision(done ? 'r2' : 'r1'))
    expect(await find(openIndex(store.db), organization, 'apple', [space])).toEqual([done ? 'b' : 'a'])
    if (done) break
    expect(await openIndex(store.db).apply(next)).toEqual({ version: '0/2' })
    expect(await find(openIndex(store.db), organization, 'apple', [space])).toEqual(['b'])
  }
})

/** Moves the end of a lease to now, as if its minute had passed without a renewal. */
const expireLease = (organization: string) =>
  sql`update search_index set merging_until = now() where organization_id = ${organization} and merger is not null`.execute(
    store.db,
  )

async function leaseOf(organization: string) {
  const { rows } = await sql<{ until: Date | null }>`
    select merging_until as until from search_index where organization_id = ${organization}`.execute(store.db)
  return rows[0]?.until?.getTime()
}

/** Everything that the database holds of an organization's index. */
const storedOf = async (organization: string) => {
  const { rows } = await sql`
    select version, segments, merge_at, merger, merging_until, (
      select jsonb_agg(jsonb_build_array(hash, listed_at) order by hash) from search_segment s
      where s.organization_id = i.organization_id
    ) as stored from search_index i where organization_id = ${organization}`.execute(store.db)
  return rows
}

/** A process whose merges stop until they are told to go on. */
function slowMerger(renewEveryMs?: number) {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let merges = 0
  const merge: Merge = async (...given) => {
    merges++
    began.resolve()
    await goOn.promise
    return mergeBytes(...given)
  }
  const index = openPostgresIndex({ db: store.db, memoryBytes: 2 ** 20, merge, ...(renewEveryMs && { renewEveryMs }) })
  return { index, merges: () => merges, began: began.promise, goOn: goOn.resolve }
}

test('of many processes one merges, however long that takes and whatever is indexed meanwhile', async () => {
  const organization = newOrganization()
  const space = `long merge ${organization}`
  const pages = await eightChanges(organization, space)
  const slow = slowMerger(5)
  const merging = slow.index.maintain(never)
  await slow.began
  const others = [slowMerger(), slowMerger()]
  for (const { goOn } of others) goOn()
  // The changed list still has the eight segments: their merge is due as before.
  await others[0]?.index.apply({ organization, spaces: [change(space, ['8', '9'], page('late', 'common'))] })
  const until = (await leaseOf(organization)) ?? 0
  while (((await leaseOf(organization)) ?? 0) <= until) await setImmediate()
  await Promise.all(others.map(({ index }) => index.maintain(never)))
  expect(others.map(({ merges }) => merges())).toEqual([0, 0])
  slow.goOn()
  await merging
  expect(slow.merges()).toBe(1)
  expect((await readList(store.db, organization)).segments).toHaveLength(2)
  expect(await storedOf(organization)).toMatchObject([{ merge_at: null, merger: null, merging_until: null }])
  expect(await find(openIndex(store.db), organization, 'common', [space])).toEqual(['all', 'late', ...pages])
})

test('a process that does not renew its lease is replaced, and writes nothing when it goes on', async () => {
  const organization = newOrganization()
  const space = `lost lease ${organization}`
  const pages = await eightChanges(organization, space)
  const lost = slowMerger(2 ** 30)
  const merging = lost.index.maintain(never)
  await lost.began
  await expireLease(organization)
  const next = slowMerger()
  next.goOn()
  await next.index.maintain(never)
  expect(next.merges()).toBe(1)
  const stored = await storedOf(organization)
  lost.goOn()
  await merging
  expect(await storedOf(organization)).toEqual(stored)
  expect(await find(openIndex(store.db), organization, 'common', [space])).toEqual(['all', ...pages])
})

test('a process that stops in order leaves its merge to the others at once', async () => {
  const organization = newOrganization()
  await eightChanges(organization, `stopped ${organization}`)
  const stopping = new AbortController()
  const merge: Merge = () => {
    stopping.abort()
    throw new Error('The thread was ended.')
  }
  const stopped = openPostgresIndex({ db: store.db, memoryBytes: 2 ** 20, merge })
  await expect(stopped.maintain(stopping.signal)).rejects.toThrow('The thread was ended.')
  await openIndex(store.db).maintain(never)
  expect((await readList(store.db, organization)).segments).toHaveLength(1)
})

test('a kill between any two steps of a merge loses nothing, and another process goes on', async () => {
  for (let dies = 1, died = true; died; dies++) {
    const organization = newOrganization()
    const space = `killed merge ${dies}`
    const pages = ['all', ...(await eightChanges(organization, space))]
    const dying = await dyingDatabase(store.url, dies)
    await openIndex(dying.db)
      .maintain(never)
      .catch(() => undefined)
    died = dying.died()
    await dying.close()
    expect(await find(openIndex(store.db), organization, 'common', [space])).toEqual(pages)
    await expireLease(organization)
    await openIndex(store.db).maintain(never)
    expect((await readList(store.db, organization)).segments).toHaveLength(1)
    expect(await find(openIndex(store.db), organization, 'common', [space])).toEqual(pages)
  }
})

test.each([
  ['is being merged', async () => undefined],
  ['is being merged by two processes', () => openIndex(store.db).maintain(never)],
  ['changes as it is being merged', (organization: string) => eightChanges(organization, `other ${organization}`)],
])('a space that is let go while its index %s leaves no page behind', async (_, meanwhile) => {
  const organization = newOrganization()
  const space = `let go ${organization}`
  await eightChanges(organization, space)
  let isLetGo = false
  const merge: Merge = async (...given) => {
    if (!isLetGo) {
      isLetGo = true
      await deletionOfSpace(space).execute(store.db)
      await meanwhile(organization)
    }
    return mergeBytes(...given)
  }
  await openPostgresIndex({ db: store.db, memoryBytes: 2 ** 20, merge }).maintain(never)
  expect(isLetGo).toBe(true)
  expect(await find(openIndex(store.db), organization, 'common', [space])).toEqual([])
})

test('memory stays bounded: the organizations that were searched last are kept', async () => {
  const organizations = Array.from({ length: 6 }, newOrganization)
  const memoryBytes = 12_000
  const index = openIndex(store.db, memoryBytes)
  for (const [at, organization] of organizations.entries()) {
    const pages = Array.from({ length: 20 }, (_, id) => page(`p${id}`, `apple banana${id} cherry${id}`))
    await index.apply({ organization, spaces: [change(`bounded ${at}`, [undefined, 'r1'], ...pages)] })
    expect(await find(index, organization, 'apple', [`bounded ${at}`])).toHaveLength(20)
    expect(index.memory.bytes).toBeGreaterThan(0)
    expect(index.memory.bytes).toBeLessThanOrEqual(memoryBytes)
  }
  expect(await find(index, organizations[0] ?? '', 'apple', ['bounded 0'])).toHaveLength(20)
})

test('many searches of one organization load it once', async () => {
  const organization = newOrganization()
  await eightChanges(organization, 'shared')
  const { db, statements } = countingDatabase(store.db)
  const index = openIndex(db)
  const found = await Promise.all(
    Array.from({ length: 20 }, () =>
      index.search({ organization, version: '0/8', readable: ['shared'], text: 'common' }),
    ),
  )
  expect(found.map(({ count }) => count)).toEqual(Array.from({ length: 20 }, () => 9))
  expect(statements()).toBe(2)
})
