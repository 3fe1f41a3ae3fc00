import { readCases, readCorpus } from './corpus.ts'
import { versionOf } from './guide-corpus.ts'
import { confidence, finderOf, measure } from './measure-quality.ts'

/** Prints the quality of search results for the searches and questions of the corpus, and the confidence by kind. */
async function main(): Promise<void> {
  const find = finderOf((await readCorpus()).map((page) => versionOf(page, 'en')))
  const { questions, searches } = await readCases()
  print('searches', measure(searches, find))
  print(
    'questions',
    measure(questions, (text) => find(text, 'best-first')),
  )
  const confidences: Record<string, number[]> = {}
  for (const { kind, text } of questions) {
    confidences[kind] = [...(confidences[kind] ?? []), round(confidence(find, text))]
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
