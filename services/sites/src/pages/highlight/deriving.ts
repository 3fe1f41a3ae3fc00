import type { Block } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { Derived } from '../blocks/context.ts'
import type { HighlightedLine } from './highlight.ts'
import type { DerivingTask, DerivingTasks, KeptResults, TaskName } from './kept.ts'

/** Longer texts are shown as they are written. */
const longest: Readonly<Record<TaskName, number>> = { highlight: 100_000, formula: 5000, blocksOf: 20_000 }

/** What is known of texts, and what a page asked for and is not known yet. */
export interface Lookup extends Derived {
  readonly wanted: DerivingTask[]
}

export function lookUp(kept: KeptResults): Lookup {
  const wanted: DerivingTask[] = []
  function find(name: TaskName, text: string, ...args: (string | boolean)[]): unknown {
    if (text === '' || text.length > longest[name]) return undefined
    const task = { name, args: name === 'highlight' ? [...args, text] : [text, ...args] }
    const found = kept.get(task)
    if (!found) wanted.push(task)
    return found?.value
  }
  return {
    wanted,
    code: (language, code) =>
      language === '' ? undefined : (find('highlight', code, language.slice(0, 50)) as HighlightedLine[] | undefined),
    formula: (formula, display) => find('formula', formula, display) as string | undefined,
    text: (markdown) => find('blocksOf', markdown) as Block[] | undefined,
  }
}

/**
 * Works out what is wanted and keeps it. A text that takes too long or is refused comes to nothing, which is kept too.
 * Throws what the parser throws where it does not begin, or where its signal aborts.
 */
export async function derive(
  wanted: readonly DerivingTask[],
  kept: KeptResults,
  parser: Parser<DerivingTasks>,
): Promise<void> {
  const tasks = [...new Map(wanted.map((task) => [JSON.stringify(task), task])).values()]
  for (const name of ['highlight', 'formula', 'blocksOf'] as const) {
    const own = tasks.filter((task) => task.name === name)
    if (own.length === 0) continue
    const outcomes = await parser.runEach(
      name,
      own.map(({ args }) => args as never),
    )
    for (const [at, task] of own.entries()) {
      const outcome = outcomes[at]
      kept.set(task, outcome && 'value' in outcome ? outcome.value : undefined)
    }
  }
}
