import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { sql } from 'kysely'
import { findNaively } from '../find/naive.fixture.ts'
import { livePages, type NaiveChange } from '../find/naive-pages.fixture.ts'
import { atRevision, newOrganization, openIndex, openStore, page } from './store.fixture.ts'

let store: Awaited<ReturnType<typeof openStore>>

beforeAll(async () => {
  store = await openStore()
})

afterAll(() => store.close())

const instance = fc.nat(2)
const space = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('apple', 'apples', 'banana', 'cherry')
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '))
const pages = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.option(words, { nil: undefined })), {
  maxLength: 3,
})
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('change' as const), instance, space, pages }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), space }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stale' as const), instance, space, pages }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), instance }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('search' as const), instance, text: words }) },
)
const rounded = (value: number) => Number(value.toFixed(6))

test('three processes over one database answer as one list of pages would, whatever they do in turn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const organization = newOrganization()
      const indexes = [openIndex(store.db), openIndex(store.db), openIndex(store.db, 1)]
      const changes: NaiveChange[] = []
      const revisions = new Map<string, number>()
      const named = (name: string) => `${organization} ${name}`
      async function check(at: number, text: string) {
        const readable = ['a', 'b'].filter((name) => revisions.has(name)).map(named)
        const found = await indexes[at]?.search({ organization, readable, text })
        const expected = findNaively(livePages(changes), readable, text, false)
        const plain = (all: readonly { space: string; id: string; score: number }[] = []) =>
          all.map((one) => `${one.space} ${one.id} ${rounded(one.score)}`).toSorted()
        expect(plain(found?.pages)).toEqual(plain(expected))
        expect(found?.count).toBe(expected.length)
      }
      for (const one of steps) {
        if (one.kind === 'search') await check(one.instance, one.text)
        else if (one.kind === 'merge') await indexes[one.instance]?.maintain(new AbortController().signal)
        else if (one.kind === 'leave') {
          await sql`delete from search_space where space_id = ${named(one.space)}`.execute(store.db)
          revisions.delete(one.space)
          changes.push({ pages: [], cleared: [named(one.space)] })
        } else {
          const before = revisions.get(one.space)
          const stale = one.kind === 'stale'
          const from = stale ? atRevision('another') : before === undefined ? undefined : atRevision(String(before))
          const changed = one.pages.map(([id, text]) => page(id, text))
          const to = atRevision(String((before ?? 0) + 1))
          const spaces = [{ space: named(one.space), from, to, pages: changed }]
          const applied = await indexes[one.instance]?.apply({ organization, spaces })
          expect(applied?.overtaken).toEqual(stale ? [named(one.space)] : undefined)
          if (stale) continue
          revisions.set(one.space, (before ?? 0) + 1)
          changes.push({ pages: changed.map((version) => ({ ...version, space: named(one.space) })), cleared: [] })
        }
      }
      for (const at of indexes.keys()) await check(at, 'apples cherry')
    }),
    { numRuns: runs(25) },
  )
})
