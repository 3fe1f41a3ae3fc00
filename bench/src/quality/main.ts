// npm run quality [-- --questions] [-- --folder <path>] [-- --sizes]
import { parseArgs } from 'node:util'
import { table } from '../table.ts'
import { type Answered, askingIn } from './asking.ts'
import { readCorpora } from './corpora.ts'
import { type Corpus, corpusIn, type Question } from './corpus.ts'
import { figuresOf } from './figures.ts'
import { timesBySize } from './sizes.ts'

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
  for (const corpus of values.folder ? [await corpusIn(values.folder)] : await readCorpora()) {
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

async function ask({ pages, questions }: Corpus): Promise<(Question & Answered)[]> {
  const answer = askingIn(pages)
  const asked: (Question & Answered)[] = []
  for (const question of questions) asked.push({ ...question, ...(await answer(question.question)) })
  return asked
}

function rowOf(name: string, kind: string, asked: readonly (Question & Answered)[]): string[] {
  const { count, first, three, mention, declined, characters } = figuresOf(asked)
  const of = kind === 'unanswerable' ? ['', '', ''] : [first, three, mention].map(String)
  return [name, kind, String(count), ...of, String(declined), String(characters)]
}

/** The place of the first page that answers, and what was cited. */
function lineOf({ kind, question, expected, sources }: Question & Answered): string {
  const place = sources.findIndex((page) => expected.includes(page)) + 1
  return `${kind.padEnd(12)} ${place || '-'} ${question} → ${sources.join(', ') || 'declined'}`
}

if (values.sizes) process.stdout.write(`${await timesBySize()}\n`)
else await main()
