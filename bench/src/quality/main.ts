// npm run quality -- [--questions] [--folder <path>] [--sizes]
// Asks documentations questions and counts those answered well; docs/performance.md explains the options.
import { parseArgs } from 'node:util'
import { searchRequest, selectBestPages } from '@quire/ai/candidate-sections'
import { findPages } from '@quire/search'
import { questionAbout } from '../data/generated-text.ts'
import { generatedView } from '../parts/engine.ts'
import { rounded, table } from '../report/report-table.ts'
import { type Answer, openAnswering } from './asking.ts'
import { type Corpus, type Question, readCorpora, readCorpusFolder } from './corpus.ts'

const kinds = ['easy', 'deep', 'paraphrased', 'unanswerable']
const { values } = parseArgs({
  options: { questions: { type: 'boolean' }, folder: { type: 'string' }, sizes: { type: 'boolean' } },
})

/**
 * Prints how well questions are answered, for each documentation and kind; with `--questions` also each question, with
 * `--folder` about the documentation there instead.
 */
async function main(): Promise<void> {
  const rows: string[][] = []
  for (const corpus of values.folder ? [await readCorpusFolder(values.folder)] : await readCorpora()) {
    const asked = await ask(corpus)
    if (values.questions) for (const one of asked) process.stdout.write(`${corpus.name} ${lineOf(one)}\n`)
    for (const kind of kinds)
      rows.push(
        rowOf(
          corpus.name,
          kind,
          asked.filter((one) => one.kind === kind),
        ),
      )
    rows.push(
      rowOf(
        corpus.name,
        'all with an answer',
        asked.filter(({ expected }) => expected.length > 0),
      ),
    )
  }
  process.stdout.write(
    `${table(['documentation', 'questions', '', 'first', 'of three', 'mention', 'declined', 'characters'], rows)}\n`,
  )
}

async function ask({ pages, questions }: Corpus): Promise<(Question & Answer)[]> {
  const answer = openAnswering(pages)
  const answered: (Question & Answer)[] = []
  for (const question of questions) answered.push({ ...question, ...(await answer(question.question)) })
  return answered
}

function rowOf(name: string, kind: string, asked: readonly (Question & Answer)[]): string[] {
  const { count, first, three, mention, declined, characters } = figuresOf(asked)
  const of = kind === 'unanswerable' ? ['', '', ''] : [first, three, mention].map(String)
  return [name, kind, String(count), ...of, String(declined), String(characters)]
}

/** The position of the first page that answers, and the pages that are cited. */
function lineOf({ kind, question, expected, sources }: Question & Answer): string {
  const position = sources.findIndex((page) => expected.includes(page)) + 1
  return `${kind.padEnd(12)} ${position || '-'} ${question} → ${sources.join(', ') || 'declined'}`
}

/** Counts of questions by the quality of their answers. */
interface Figures {
  count: number
  /** The first source is a page that answers the question. */
  first: number
  /** One of the first three sources is such a page. */
  three: number
  /** The answer has a word of a good answer. */
  mention: number
  /** The answer cites no page. */
  declined: number
  /** Median length of the answers that cite a page, in characters. */
  characters: number
}

function figuresOf(asked: readonly (Question & Answer)[]): Figures {
  const count = (test: (one: Question & Answer) => boolean) => asked.filter(test).length
  return {
    count: asked.length,
    first: count(({ sources, expected }) => expected.includes(sources[0] ?? '')),
    three: count(({ sources, expected }) => sources.slice(0, 3).some((page) => expected.includes(page))),
    mention: count(({ mustMention = [], text }) => mentions(text, mustMention)),
    declined: count(({ sources }) => sources.length === 0),
    characters: median(asked.flatMap(({ sources, text }) => (sources.length > 0 ? [text.length] : []))),
  }
}

const mentions = (text: string, words: readonly string[]) =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()))

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

/** A generated page has an introduction and four sections. */
const sectionsOfPage = 5
const sizes = [1000, 10_000, 100_000]
const questions = 100
const { signal } = new AbortController()

/** Measures the processor time of the search for pages that may answer, in documentation of several sizes. */
async function searchTimesBySize(): Promise<string> {
  const rows: string[][] = []
  for (const sections of sizes) {
    const view = await generatedView(sections / sectionsOfPage, 1, signal)
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

if (values.sizes) process.stdout.write(`${await searchTimesBySize()}\n`)
else await main()
