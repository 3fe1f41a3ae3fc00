import { afterEach, expect, test } from '@jest/globals'
import { openThreads } from '@quire/kit/threads'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { findPages } from '../find/find-pages.ts'
import { buildSegment, emptyView, extendView, mergeSegments, openSegment, replaceInView } from '../index.ts'
import type { PageVersion } from '../segment/page-version.ts'
import type { View } from '../view/view.ts'
import { viewState } from '../view/view-state.ts'
import { ThreadViews } from './search-thread.ts'
import { createViewIds, openSearchThreads, searchIn, threadModule } from './search-threads.ts'

const memoryMb = 128
const failed = () => undefined
const opened: { stop(): Promise<void> }[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())))

const stopLater = <Threads extends { stop(): Promise<void> }>(threads: Threads): Threads => {
  opened.push(threads)
  return threads
}
/** Threads that do everything, or those of a module that die at the first `deaths` tasks. */
const everything = () =>
  stopLater(
    searchIn(openThreads({ module: threadModule, maxThreads: 2, memoryMb }, failed), {
      maxSearchThreads: 1,
      inlineMs: 0,
    }),
  )
function dying(deaths: number) {
  const data = new Int32Array(new SharedArrayBuffer(4)).fill(deaths)
  const module = new URL('./dying-thread.fixture.ts', import.meta.url).href
  return stopLater(
    searchIn(openThreads({ module, data, maxThreads: 2, memoryMb }, failed), { maxSearchThreads: 1, inlineMs: 0 }),
  )
}

const page = (id: string, text: string, space = 'a'): PageVersion => ({
  ...{ space, id },
  text: { title: id, sections: [{ title: '', text }], document: id },
})
const viewOf = (...pages: PageVersion[]) => extendView(emptyView, openSegment(buildSegment(pages)))
const search = { readable: ['a', 'b'], text: 'apple' }
const caller = { organization: 'organization' }

/** Turns of the event loop until the work has come to its end. */
async function turnsDuring<Value>(work: () => Value | Promise<Value>): Promise<{ value: Value; turns: number }> {
  let turns = 0
  let isDone = false
  const turn = () => {
    if (isDone) return
    turns++
    setImmediate(turn)
  }
  setImmediate(turn)
  const value = await work()
  isDone = true
  return { value, turns }
}

const words = fc
  .array(fc.constantFrom('apple', 'apples', 'pear', 'the', 'plum'), { maxLength: 5 })
  .map((all) => all.join(' '))
const pages = fc.array(
  fc.record({ id: fc.constantFrom('1', '2', '3', '4'), text: words, space: fc.constantFrom('a', 'b', 'c') }),
  { maxLength: 6 },
)

test('a thread answers, builds and merges as the same work done here, through changes and merges', async () => {
  const threads = everything()
  await fc.assert(
    fc.asyncProperty(
      fc.array(pages, { minLength: 1, maxLength: 5 }),
      words,
      fc.boolean(),
      async (steps, text, merge) => {
        let view: View = emptyView
        const readable = ['a', 'b']
        for (const step of steps) {
          const versions = step.map((one) => page(one.id, one.text, one.space))
          const bytes = await threads.build(versions, { cleared: [] })
          expect(Buffer.compare(bytes, buildSegment(versions))).toBe(0)
          threads.release(view)
          view = extendView(view, openSegment(bytes))
          const options = { selection: { from: 0, to: 3, ofSpace: 2 } }
          for (const query of [text, `"${text}"`, 'appel']) {
            const one = { readable, text: query, options }
            expect(await threads.find(view, one, caller)).toEqual(findPages(view, one))
          }
        }
        if (!merge) return
        const segments = view.segments.map(({ segment }) => segment)
        const bytes = await threads.merge(
          segments.map((segment) => segment.bytes),
          { oldest: true },
        )
        expect(Buffer.compare(bytes, mergeSegments(segments, { oldest: true }))).toBe(0)
        const merged = replaceInView(view, 0, segments.length, openSegment(bytes))
        expect(await threads.find(merged, { readable, text }, caller)).toEqual(findPages(view, { readable, text }))
      },
    ),
    { numRuns: runs(25) },
  )
})

test('the event loop turns while a large search runs, and a small one needs no thread', async () => {
  const threads = stopLater(openSearchThreads({ maxSearchThreads: 1, memoryMb, failed }))
  const word = (at: number) => `w${(at * 7919).toString(36)}n${at.toString(36)}`
  const text = (from: number) => Array.from({ length: 200 }, (_, at) => word(from * 200 + at)).join(' ')
  const view = viewOf(...Array.from({ length: 100 }, (_, at) => page(`${at}`, text(at))))
  const small = await turnsDuring(() => threads.find(view, { readable: ['a'], text: word(7) }, caller))
  expect(small.turns).toBe(0)
  expect(small.value.pages.map(({ id }) => id)).toContain('0')
  // Each word is compared with all others, since no page holds it.
  const typos = Array.from({ length: 24 }, (_, at) => `${word(at)}zz`).join(' ')
  const large = await turnsDuring(() => threads.find(view, { readable: ['a'], text: typos }, caller))
  expect(large.turns).toBeGreaterThan(0)
  expect(large.value).toEqual(findPages(view, { readable: ['a'], text: typos }))
})

test('the event loop turns while a search takes in long texts of its own', async () => {
  const threads = stopLater(openSearchThreads({ maxSearchThreads: 1, memoryMb, failed }))
  const view = viewOf(page('1', 'apple'), page('2', 'pear'))
  const long = { ...search, instead: [page('1', 'pear plum '.repeat(10_000)), page('2', 'apple')] }
  const { value, turns } = await turnsDuring(() => threads.find(view, long, caller))
  expect(turns).toBeGreaterThan(0)
  expect(value).toEqual(findPages(view, long))
  expect(value.pages.map(({ id }) => id)).toEqual(['2'])
})

test('a search whose thread dies is done by another one', async () => {
  const found = await dying(1).find(viewOf(page('1', 'apple')), search, caller)
  expect(found.count).toBe(1)
})

test('a search whose threads die again and again is refused with 503, and the next one is answered', async () => {
  const threads = dying(2)
  const view = viewOf(page('1', 'apple'))
  await expect(threads.find(view, search, caller)).rejects.toMatchObject({ status: 503 })
  expect((await threads.find(view, search, caller)).count).toBe(1)
})

test('a segment whose thread dies is built by another one', async () => {
  const versions = [page('1', 'apple')]
  expect(Buffer.compare(await dying(1).build(versions, { cleared: [] }), buildSegment(versions))).toBe(0)
})

test('a caller that leaves takes the search out of the queue, and the others are answered', async () => {
  const threads = everything()
  const view = viewOf(page('1', 'apple'))
  const disconnected = new AbortController()
  const searches = Array.from({ length: 5 }, () =>
    threads.find(view, search, { ...caller, signal: disconnected.signal }),
  )
  const other = threads.find(view, search, { organization: 'other' })
  disconnected.abort()
  const settled = await Promise.allSettled(searches)
  expect(settled.map(({ status }) => status)).toEqual(searches.map(() => 'rejected'))
  expect((await other).count).toBe(1)
})

test('where too many large searches wait the next one is refused with 503', async () => {
  const threads = everything()
  const view = viewOf(page('1', 'apple'))
  const searches = Array.from({ length: 70 }, (_, at) => threads.find(view, search, { organization: `${at}` }))
  const settled = await Promise.allSettled(searches)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
  expect(refused).toEqual([503, 503, 503, 503, 503])
})

test('what stops breaks off what is under way', async () => {
  const threads = everything()
  const building = threads.build([page('1', 'apple')], { cleared: [] })
  await Promise.all([expect(building).rejects.toThrow(), threads.stop()])
})

test('a thread keeps the views that the index keeps, and no others', () => {
  const [index, thread] = [createViewIds(), new ThreadViews()]
  const views = [viewOf(page('1', 'apple')), viewOf(page('2', 'apple'))]
  const ids = views.map((view) => {
    const id = index.idOf(view)
    expect(thread.viewOf({ id })).toBe(undefined)
    expect(thread.viewOf({ id, state: viewState(view) })).toMatchObject({ documents: 1 })
    return id
  })
  thread.retainOnly(index.cached())
  expect(thread.size).toBe(2)
  for (const view of views.slice(0, 1)) index.release(view)
  thread.retainOnly(index.cached())
  expect([thread.viewOf({ id: ids[0] ?? 0 }), thread.size]).toEqual([undefined, 1])
  for (const view of views) index.idOf(view)
  expect(index.cached()).toEqual([ids[1]])
})
