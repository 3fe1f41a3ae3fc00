import { readCases, readCorpus } from './corpus.ts'
import { indexRows, openDatabase } from './database.ts'
import { confidence, findPages, measure, pageRows } from './measure.ts'

/** Prints how well pages are found for the searches and questions of the corpus, and the confidence by kind. */
async function main(): Promise<void> {
  await using db = await openDatabase()
  const pages = await readCorpus()
  const { questions, searches } = await readCases()
  const source = await indexRows(db, 'pages', pageRows(pages))
  print('searches', await measure(searches, (text) => findPages(db, source, text)))
  print('questions', await measure(questions, (text) => findPages(db, source, text, 'best-first')))
  const confidences: Record<string, number[]> = {}
  for (const { kind, text } of questions) {
    confidences[kind] = [...(confidences[kind] ?? []), round(await confidence(db, source, pages, text))]
  }
  print('confidence', confidences)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function print(title: string, value: unknown): void {
  process.stdout.write(`${title} ${JSON.stringify(value, undefined, 1)}\n`)
}

await main()
