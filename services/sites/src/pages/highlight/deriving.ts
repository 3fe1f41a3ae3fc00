import type { Block } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { Derived } from '../blocks/context.ts'
import type { HighlightedLine } from './highlight.ts'
import type { DerivingTask, DerivingTasks, KeptResults, TaskName } from './kept.ts'

/** Longer texts are shown as they are written. */
const longest: Readonly<Record<TaskName, number>> = { highlight: 50_000, formula: 5000, blocksOf: 20_000 }
/** Longer lines are data rather than code; patterns take the square of their length. */
const longestLine = 500

const isCode = (text: string) => text.split('\n').every((line) => line.length <= longestLine)

/** What is known of texts, and what a page asked for and is not known yet. */
interface Lookup extends Derived {
  readonly wanted: DerivingTask[]
  /** Whether nothing that it was asked for is wanted or was given up for now. */
  isWhole(): boolean
}

export function lookUp(kept: KeptResults): Lookup {
  const wanted: DerivingTask[] = []
  let isLate = false
  function find(name: TaskName, text: string, ...args: (string | boolean)[]): unknown {
    if (text === '' || text.length > longest[name]) return undefined
    const task = { name, args: name === 'highlight' ? [...args, text] : [text, ...args] }
    const found = kept.get(task)
    if (!found) wanted.push(task)
    if (found?.isLate) isLate = true
    return found?.value
  }
  return {
    wanted,
    isWhole: () => wanted.length === 0 && !isLate,
    code: (language, code) =>
      language === '' || !isCode(code)
        ? undefined
        : (find('highlight', code, language.slice(0, 50)) as HighlightedLine[] | undefined),
    formula: (formula, display) => find('formula', formula, display) as string | undefined,
    text: (markdown) => find('blocksOf', markdown) as Block[] | undefined,
  }
}

interface DerivingWork {
  kept: KeptResults
  parser: Parser<DerivingTasks>
  /** Where it aborts, the texts at work are given up for a while. */
  late: AbortSignal
}

/** Texts whose results are kept together: what was done stays when the page has no more time. */
const atOnce = 16

/**
 * Works out what is wanted and keeps it. A text that takes too long or is refused comes to nothing, which is kept too.
 * Throws what the parser throws where it does not begin, or where its signal aborts.
 */
export async function derive(wanted: readonly DerivingTask[], work: DerivingWork): Promise<void> {
  const tasks = [...new Map(wanted.map((task) => [JSON.stringify(task), task])).values()]
  for (const name of ['highlight', 'formula', 'blocksOf'] as const) {
    const own = tasks.filter((task) => task.name === name)
    for (let from = 0; from < own.length; from += atOnce) await deriveEach(name, own.slice(from, from + atOnce), work)
  }
}

async function deriveEach(name: TaskName, tasks: readonly DerivingTask[], { kept, parser, late }: DerivingWork) {
  try {
    const outcomes = await parser.runEach(
      name,
      tasks.map(({ args }) => args as never),
    )
    for (const [at, task] of tasks.entries()) {
      const outcome = outcomes[at]
      kept.set(task, outcome && 'value' in outcome ? outcome.value : undefined)
    }
  } catch (error) {
    if (late.aborted) for (const task of tasks) kept.giveUp(task)
    throw error
  }
}
