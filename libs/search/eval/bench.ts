import { search } from '../src/index.ts'
import { readCases, readCorpus } from './corpus.ts'
import { indexRows, openDatabase, type Row } from './database.ts'
import { pageRows } from './measure.ts'

/** Prints how long a search takes, in milliseconds, over the corpus and over 10,000 pages made of it. */
async function main(): Promise<void> {
  await using db = await openDatabase()
  const pages = pageRows(await readCorpus())
  const { questions, searches } = await readCases()
  const texts = [...searches, ...questions].map(({ text }) => text)
  for (const [table, rows] of [
    ['corpus', pages],
    ['large', multiply(pages, 10_000)],
  ] as const) {
    const source = await indexRows(db, table, rows)
    const timesMs: number[] = []
    for (const text of [...texts, ...texts]) {
      const start = performance.now()
      await search(db, source, text, { prefixLast: true })
      timesMs.push(performance.now() - start)
    }
    const warm = timesMs.slice(texts.length).sort((a, b) => a - b)
    const at = (share: number) => warm[Math.floor(share * (warm.length - 1))]?.toFixed(1)
    process.stdout.write(`${rows.length} pages: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms\n`)
  }
}

/** Pages that differ: each mixes the paragraphs of two of the corpus and has words of its own. */
function multiply(pages: readonly Row[], count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const first = pages[index % pages.length]
    const second = pages[(index * 7 + Math.floor(index / pages.length)) % pages.length]
    const body = `${first?.body?.slice(0, 3_000)} ${second?.body?.slice(0, 3_000)} unique${index} case${index % 97}`
    return { id: `page-${index}`, title: `${first?.title} ${index}`, headings: second?.headings ?? [], body }
  })
}

await main()
