import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import {
  buildSegment,
  emptyView,
  extendView,
  findPages,
  linking,
  mergeSegments,
  openSegment,
  replaceInView,
  restoreView,
  viewState,
} from '../index.ts'
import type { PageVersion } from '../segment/page-version.ts'
import type { View } from '../view/view.ts'
import { findNaively } from './naive.fixture.ts'
import { linkNaively, livePages, type NaiveChange } from './naive-pages.fixture.ts'

const vocabulary = [
  ...['apple', 'apples', 'appel', 'the', 'die', 'suche', 'suchen', 'Reload', 'reloading', 'gracefulReload', 'graceful'],
  ...[
    'out_forward',
    'forward',
    'stack',
    'trace',
    'stacktrace',
    'kubernetes',
    'kubernets',
    'x',
    '--flag',
    'flag',
    '$VAR',
  ],
  ...['設定ファイル', '設定', 'Grüße', 'grusse', 'visitor.claims', 'claims', "it's", 'Über'],
]
const words = fc.array(fc.constantFrom(...vocabulary), { maxLength: 8 }).map((found) => found.join(' '))
const space = fc.constantFrom('a', 'b', 'c')
const text = fc.record({
  title: words,
  path: words,
  description: words,
  sections: fc.array(fc.record({ title: words, text: words }), { maxLength: 3 }),
  rest: words,
  unlisted: fc.constantFrom(false, false, false, true),
  links: fc.subarray(['/pages/one', '/pages/two', '/files/one']),
  document: fc.constantFrom('d1', 'd2'),
})
const page: fc.Arbitrary<PageVersion> = fc.record({
  space,
  id: fc.constantFrom('1', '2', '3', '4', '5', '6', 'ä', '\u{1f600}', '\uffee'),
  language: fc.constantFrom(undefined, 'en', 'de', 'ja', 'it'),
  text: fc.option(text, { nil: undefined, freq: 5 }),
})
const change: fc.Arbitrary<NaiveChange> = fc.record({
  pages: fc.array(page, { maxLength: 8 }),
  cleared: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(space, { maxLength: 2 }) },
  ),
})
/**
 * Changes, each with the adjacent segments that are merged after it: the first as a share of all, and the number of
 * others.
 */
const history = fc.array(
  fc.record({ change, merge: fc.option(fc.tuple(fc.double({ noNaN: true, min: 0, max: 1 }), fc.nat(4))) }),
  {
    maxLength: 6,
  },
)
const query = fc.oneof(
  words,
  fc.tuple(words, words).map(([one, other]) => `${one} "${other}"`),
  fc.constantFrom(
    'kubernites',
    'kubrenets',
    'appl',
    'aple',
    'the',
    'forwrad die',
    'stack trace',
    '"stack trace"',
    'out_forwrd',
  ),
)

function viewOf(steps: readonly { change: NaiveChange; merge: [number, number] | null }[]): View {
  let view = emptyView
  for (const { change: one, merge } of steps) {
    view = extendView(view, openSegment(buildSegment(one.pages, { cleared: one.cleared })))
    if (!merge) continue
    const from = Math.floor(merge[0] * (view.segments.length - 1))
    const segments = view.segments.slice(from, from + 1 + merge[1]).map(({ segment }) => segment)
    const merged = openSegment(mergeSegments(segments, { oldest: from === 0 }))
    view = replaceInView(view, from, segments.length, merged)
  }
  return view
}

const byKey = (one: { space: string; id: string }, other: { space: string; id: string }) =>
  Buffer.compare(Buffer.from(`${one.space} ${one.id}`), Buffer.from(`${other.space} ${other.id}`))
const rounded = (value: number) => Number(value.toFixed(6))

/** Two sections have the same score, summed up in another order. */
const sameScore: Parameters<typeof viewOf>[0] = [
  [{ rest: '$VAR' }],
  [
    {
      sections: [
        { title: '$VAR', text: '設定ファイル apple apple --flag' },
        { title: '--flag', text: '設定ファイル' },
      ],
    },
    {
      title: '$VAR',
      sections: [
        { title: '設定ファイル', text: '' },
        { title: '', text: '--flag' },
      ],
    },
    { description: 'flag' },
    {},
  ],
].map((texts, step) => ({
  change: {
    pages: texts.map((more, at) => ({
      ...{ space: 'c', id: `${step}${at}`, language: undefined },
      text: {
        title: '',
        path: '',
        description: '',
        sections: [],
        rest: '',
        unlisted: false,
        links: [],
        document: 'd1',
        ...more,
      },
    })),
    cleared: [],
  },
  merge: null,
}))

test('a search in segments finds what reading every page finds, with the same scores, sections and count', () => {
  fc.assert(
    fc.property(
      history,
      fc.subarray(['a', 'b', 'c']),
      query,
      fc.boolean(),
      fc.boolean(),
      (steps, readable, asked, prefixLast, all) => {
        const view = viewOf(steps)
        const live = livePages(steps.map((step) => step.change))
        const order = all ? 'all-first' : 'best-first'
        const { pages, count, exact } = findPages(view, { readable, text: asked, options: { prefixLast, order } })
        const expected = findNaively(live, readable, asked, prefixLast)
        expect([count, exact]).toEqual([expected.length, true])
        const plain = pages.map(({ space: in_, id, score, coverage, complete, sections }) => ({
          ...{ space: in_, id, score: rounded(score), coverage: rounded(coverage), complete },
          sections: sections.map((one) => ({
            ...{ index: one.index, score: rounded(one.score), coverage: rounded(one.coverage) },
            words: one.words.map(({ term, token }) => ({ term, token })),
          })),
        }))
        const best = new Set(pages.slice(0, 10).map(({ space: in_, id }) => `${in_} ${id}`))
        const wanted = expected.map((one) => ({
          ...one,
          ...{ score: rounded(one.score), coverage: rounded(one.coverage) },
          sections: one.sections.slice(0, best.has(`${one.space} ${one.id}`) ? 3 : 1).map((section) => ({
            ...{ ...section, score: rounded(section.score), coverage: rounded(section.coverage) },
          })),
        }))
        expect(plain.toSorted(byKey)).toEqual(wanted.toSorted(byKey))
        for (const [index, one] of pages.entries()) {
          const next = pages[index + 1]
          if (!next) continue
          if (all && one.complete !== next.complete) expect(one.complete).toBe(true)
          else expect(one.score).toBeGreaterThanOrEqual(next.score)
          if (one.score === next.score && one.complete === next.complete) expect(byKey(one, next)).toBeLessThan(0)
        }
      },
    ),
    { numRuns: runs(150), examples: [[sameScore, ['c'], 'flag 設定ファイル $VAR --flag', false, false]] },
  )
})

test('backlinks are those of the live pages, page after page', () => {
  fc.assert(
    fc.property(history, space, fc.integer({ min: 1, max: 3 }), (steps, of, limit) => {
      const view = viewOf(steps)
      const live = livePages(steps.map((step) => step.change))
      const found: string[] = []
      for (let after: string | undefined; ; after = found.at(-1)) {
        const next = linking(view, of, '/pages/one', { limit, after })
        found.push(...next)
        if (next.length < limit) break
      }
      expect(found.toSorted()).toEqual(linkNaively(live, of, '/pages/one'))
      expect(found).toEqual(found.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
    }),
    { numRuns: runs(100) },
  )
})

test('merged segments have the bytes of a segment built of the pages that are left', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
      const segments = changes.map(({ pages, cleared }) => openSegment(buildSegment(pages, { cleared })))
      const merged = mergeSegments(segments, { oldest: true })
      expect(Buffer.compare(merged, buildSegment(livePages(changes)))).toBe(0)
      const [first, ...rest] = segments
      if (!first || rest.length === 0) return
      const younger = openSegment(mergeSegments(rest, { oldest: false }))
      expect(Buffer.compare(mergeSegments([first, younger], { oldest: true }), merged)).toBe(0)
    }),
    { numRuns: runs(100) },
  )
})

test('a page that may not be read changes nothing in any answer', () => {
  fc.assert(
    fc.property(history, history, query, fc.boolean(), (steps, others, asked, prefixLast) => {
      const hidden = others.map(({ change: one, merge }) => {
        const pages = one.pages.map((other) => ({ ...other, space: `z${other.space}` }))
        return { change: { pages, cleared: [] }, merge }
      })
      const mixed = steps.flatMap((step, index) => [step, ...hidden.slice(index, index + 1)])
      const search = (view: View) =>
        findPages(view, { readable: ['a', 'b', 'c'], text: asked, options: { prefixLast } })
      const plain = (found: ReturnType<typeof search>) => ({
        ...found,
        pages: found.pages.map((one) => ({ ...one, score: rounded(one.score), sections: one.sections.length })),
      })
      expect(plain(search(viewOf(mixed)))).toEqual(plain(search(viewOf(steps))))
    }),
    { numRuns: runs(60) },
  )
})

test('a view made again from its state answers the same, and older views keep their answers', () => {
  fc.assert(
    fc.property(history, change, query, (steps, next, asked) => {
      const view = viewOf(steps)
      const search = (one: View) => findPages(one, { readable: ['a', 'b', 'c'], text: asked })
      const before = search(view)
      expect(search(restoreView(structuredClone(viewState(view))))).toEqual(before)
      extendView(view, openSegment(buildSegment(next.pages, { cleared: next.cleared })))
      expect(search(view)).toEqual(before)
    }),
    { numRuns: runs(40) },
  )
})
