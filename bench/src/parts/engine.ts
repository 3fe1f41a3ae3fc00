import { setImmediate } from 'node:timers/promises'
import { buildSegment, emptyView, extendView, findPages, openSegment } from '@quire/search'
import { pageText } from '../data/generated-text.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const sizes = [1000, 10_000, 100_000]
const pagesOfSegment = 10_000
const runs = 15
const queries = {
  'one word': 'webhook',
  'three words': 'cache timeout widget',
  'the most common words': 'access account answer',
}
const few = 'ten of 1,000 spaces, three words'

/** Measures the search engine alone, in this process, for one organization with one space or with many. */
export const engine: Part<Measuring> = {
  name: 'the search engine',
  targets: [{ name: few, unit: 'of as much as in one space of 1,000 pages', max: 1 }],
  async measure({ signal }) {
    const rows: string[][] = []
    const taken = new Map<number, number>()
    for (const pages of sizes) {
      const view = await generatedView(pages, 1, signal)
      const times = Object.values(queries).map((text) => cpuMs(() => findPages(view, asked(['space-0'], text))))
      taken.set(pages, times[1] ?? Number.NaN)
      rows.push([String(pages), ...times.map(rounded)])
    }
    const spaces = await generatedView(1000, 1000, signal)
    const readable = Array.from({ length: 10 }, (_, number) => `space-${number * 97}`)
    const ofFew = cpuMs(() => findPages(spaces, asked(readable, queries['three words'])))
    const details = table(['pages, ms of CPU for a search', ...Object.keys(queries)], rows)
    return { figures: new Map([[few, ofFew / (taken.get(1000) ?? Number.NaN)]]), details }
  },
}

const asked = (readable: string[], text: string) => ({
  readable,
  text,
  options: { limit: 500, described: { from: 0, to: 51 } },
})

/** Pages of about 2 kB in a number of spaces, in segments as those of an organization. */
export async function generatedView(pages: number, spaces: number, signal: AbortSignal) {
  let view = emptyView
  for (let from = 0; from < pages; from += pagesOfSegment) {
    const versions = Array.from({ length: Math.min(pagesOfSegment, pages - from) }, (_, at) => page(from + at, spaces))
    view = extendView(view, openSegment(buildSegment(versions)))
    await setImmediate(undefined, { signal })
  }
  return view
}

/** The sections of a generated page, found without the parser. */
function page(number: number, spaces: number) {
  const [head = '', ...sections] = pageText(number).split('\n## ')
  const [title = '', text = ''] = head.slice(2).split('\n\n')
  const read = sections.map((section) => ({ title: section.slice(0, section.indexOf('\n')), text: section }))
  return {
    space: `space-${number % spaces}`,
    id: `page-${number}`,
    text: { title, sections: [{ title: '', text }, ...read], document: `${number}` },
  }
}

/** The median of some runs. The first ones do not count, since code is compiled during them. */
function cpuMs(search: () => unknown): number {
  const times = Array.from({ length: 2 * runs }, () => {
    const before = process.cpuUsage()
    search()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(times.slice(runs))
}
