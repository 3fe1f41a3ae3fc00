import { searchRequest, selectBestPages } from '@quire/ai/candidate-sections'
import { findPages } from '@quire/search'
import { viewOf } from '../goals/engine.ts'
import { rounded, table } from '../table.ts'
import { questionAbout } from '../words.ts'

/** A generated page has an introduction and four sections. */
const sectionsOfPage = 5
const sizes = [1000, 10_000, 100_000]
const questions = 100
const { signal } = new AbortController()

/** How much of a processor it takes to find the pages that may answer, in documentation of several sizes. */
export async function timesBySize(): Promise<string> {
  const rows: string[][] = []
  for (const sections of sizes) {
    const view = await viewOf(sections / sectionsOfPage, 1, signal)
    const find = (text: string) =>
      selectBestPages(findPages(view, { readable: ['space-0'], ...searchRequest(text) }).pages)
    for (let number = 0; number < questions; number++) find(questionAbout(questions + number))
    const times = Array.from({ length: questions }, (_, number) => cpuMs(() => find(questionAbout(number))))
    times.sort((one, other) => one - other)
    const share = (part: number) => rounded(times[Math.floor(part * questions)] ?? Number.NaN)
    rows.push([String(sections), share(0.5), share(0.99)])
  }
  return table(['sections, ms of CPU for a question', 'p50', 'p99'], rows)
}

function cpuMs(find: () => unknown): number {
  const before = process.cpuUsage()
  find()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
