import {
  buildSegment,
  emptyView,
  extendView,
  findPages,
  mergeSegments,
  openSegment,
  replaceInView,
} from '../src/index.ts'
import type { Segment } from '../src/segment/segment.ts'
import type { View } from '../src/view/view.ts'
import { generatedPage, wordOf } from './generated-pages.ts'

const batch = 1000
const spaces = 1000

/**
 * Prints the CPU costs of building, merging, opening, changing and searching segments of generated pages. The arguments
 * are numbers of pages.
 */
function main(): void {
  for (const pages of process.argv.slice(2).map(Number)) measure(pages)
}

function measure(pages: number): void {
  print(`${pages} pages`)
  let buildMs = 0
  const segments: Segment[] = []
  for (let at = 0; at < pages; at += batch) {
    const versions = Array.from({ length: Math.min(batch, pages - at) }, (_, index) =>
      generatedPage(at + index, spaces),
    )
    const built = timed(() => buildSegment(versions))
    buildMs += built.ms
    segments.push(openSegment(shared(built.value)))
  }
  print(`  build ${(buildMs / pages).toFixed(2)} ms a page`)
  const view = mergedView(segments)
  const bytes = view.segments.reduce((sum, { segment }) => sum + segment.bytes.length, 0)
  print(`  ${view.segments.length} segments, ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(bytes / pages)} bytes a page`)
  const opened = timed(() =>
    view.segments.reduce((one, { segment }) => extendView(one, openSegment(segment.bytes)), emptyView),
  )
  print(`  open ${opened.ms.toFixed(1)} ms`)
  printChange(view)
  const ten = Array.from({ length: 10 }, (_, index) => `space-${index * 7}`)
  const all = Array.from({ length: spaces }, (_, index) => `space-${index}`)
  // Warms up: code is compiled during its first runs.
  for (const text of Object.values(texts)) for (const readable of [all, ten]) searched(view, readable, text)
  for (const [name, text] of Object.entries(texts)) {
    print(`  ${name}: ${searched(view, all, text)} of all spaces, ${searched(view, ten, text)} of ten`)
  }
}

const texts = {
  'one word': wordOf(900),
  'a rare word': wordOf(30_000),
  'three words': [40, 400, 4000].map(wordOf).join(' '),
  'the most common words': [0, 1, 2].map(wordOf).join(' '),
  'a phrase': `"${[2, 9].map(wordOf).join(' ')}"`,
  'a typo': `${wordOf(5000)}x`,
  'a prefix': wordOf(2000).slice(0, 4),
  'one letter': 'b',
  '24 words': Array.from({ length: 24 }, (_, index) => wordOf(index * 3)).join(' '),
}

/** Merges segments ten by ten, as a service would. */
function mergedView(segments: Segment[]): View {
  let view = segments.reduce(extendView, emptyView)
  let mergeMs = 0
  while (view.segments.length > 1) {
    for (let at = 0; at < view.segments.length; at++) {
      const some = view.segments.slice(at, at + 10).map(({ segment }) => segment)
      const merged = timed(() => mergeSegments(some, { oldest: at === 0 }))
      mergeMs += merged.ms
      const segment = openSegment(shared(merged.value))
      view = replaceInView(view, at, some.length, segment)
    }
  }
  print(`  all merges ${mergeMs.toFixed(0)} ms`)
  return view
}

/** Prints the costs of one changed page: its segment, the extended view, and the first search in it. */
function printChange(view: View): void {
  let changed = view
  const times = Array.from({ length: 20 }, (_, index) => {
    const { text } = generatedPage(1_000_000 + index, spaces)
    const page = { ...generatedPage(index, spaces), text }
    const built = timed(() => buildSegment([page]))
    const extended = timed(() => extendView(changed, openSegment(built.value)))
    changed = extended.value
    const found = timed(() => findPages(changed, { readable: ['space-1'], text: wordOf(900) }))
    return [built.ms, extended.ms, found.ms]
  })
  const [build, extend, find] = [0, 1, 2].map((part) => median(times.map((time) => time[part] ?? 0)).toFixed(2))
  print(`  one page changed: build ${build} ms, view ${extend} ms, the next search ${find} ms`)
}

function searched(view: View, readable: readonly string[], text: string): string {
  const options = { prefixLast: text.length < 5, limit: 20 }
  const times: number[] = []
  let count = 0
  const before = process.cpuUsage()
  for (let run = 0; run < 40; run++) {
    const start = performance.now()
    count = findPages(view, { readable, text, options }).count
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  return `${((user + system) / 40_000).toFixed(2)} ms (p50 ${median(times).toFixed(2)}, most ${Math.max(...times).toFixed(1)}; ${count} found)`
}

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

function timed<Value>(work: () => Value): { value: Value; ms: number } {
  const before = process.cpuUsage()
  const start = performance.now()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  // Other threads collect garbage, so wall-clock time bounds the CPU time; it is also finer for short times.
  const ms = performance.now() - start
  return { value, ms: ms < 50 ? ms : Math.min(ms, (user + system) / 1000) }
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main()
