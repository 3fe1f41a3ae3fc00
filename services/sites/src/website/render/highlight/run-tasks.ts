import type { Block } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { Derived } from '../blocks/blocks-context.ts'
import type { HighlightedLine } from './highlight.ts'
import type { RenderTask, RenderTasks, ResultCache, TaskName } from './result-cache.ts'

/** Longer texts are shown as they are written. */
const longest: Readonly<Record<TaskName, number>> = {
  highlight: 50_000,
  formula: 5000,
  blocksOf: 20_000,
  diagram: 20_000,
}
/** Longer lines are data rather than code; regular expressions may take the square of their length. */
const longestLine = 500

const isCode = (text: string) => text.split('\n').every((line) => line.length <= longestLine)

/** The cached results of texts, and the tasks that a page needs and the cache lacks. */
interface Lookup extends Derived {
  readonly wanted: RenderTask[]
  /** True if every requested result was cached, and none was given up for now. */
  isWhole(): boolean
}

export function createLookup(results: ResultCache): Lookup {
  const wanted: RenderTask[] = []
  let isLate = false
  function find(name: TaskName, text: string, ...args: (string | boolean)[]): unknown {
    if (text === '' || text.length > longest[name]) return undefined
    const task = { name, args: name === 'highlight' ? [...args, text] : [text, ...args] }
    const found = results.get(task)
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
    diagram: (diagram) => find('diagram', diagram) as string | undefined,
    formula: (formula, display) => find('formula', formula, display) as string | undefined,
    text: (markdown) => find('blocksOf', markdown) as Block[] | undefined,
  }
}

interface TaskRun {
  results: ResultCache
  parser: Parser<RenderTasks>
  /** On abort, the texts in progress are given up for a while. */
  late: AbortSignal
}

/** Texts whose results are cached together; completed batches stay cached if the page runs out of time. */
const batchSize = 16

/**
 * Runs the tasks and caches their results. A rejected text gets an empty result, which is cached too; a text that takes
 * too long is skipped for a while, because the same text may be quick on an idle machine. Waits for tasks that run
 * already. Throws the parser's error if it does not start, or if its signal aborts.
 */
export async function runTasks(wanted: readonly RenderTask[], work: TaskRun): Promise<void> {
  const { results } = work
  const tasks = [...new Map(wanted.map((task) => [JSON.stringify(task), task])).values()]
  const elsewhere = new Set(tasks.flatMap((task) => results.running(task) ?? []))
  const own = tasks.filter((task) => !results.running(task))
  const run = runAll(own, work)
  for (const task of own) results.track(task, run)
  // Another page reports the failures of its own run.
  await Promise.all([run, Promise.allSettled(elsewhere)])
}

async function runAll(tasks: readonly RenderTask[], work: TaskRun): Promise<void> {
  for (const name of ['highlight', 'formula', 'blocksOf', 'diagram'] as const) {
    const own = tasks.filter((task) => task.name === name)
    for (let from = 0; from < own.length; from += batchSize)
      await runBatch(name, own.slice(from, from + batchSize), work)
  }
}

async function runBatch(name: TaskName, tasks: readonly RenderTask[], { results, parser, late }: TaskRun) {
  try {
    const outcomes = await parser.runEach(
      name,
      tasks.map(({ args }) => args as never),
    )
    for (const [at, task] of tasks.entries()) {
      const outcome = outcomes[at]
      if (outcome && 'error' in outcome && outcome.error.code === 'too-slow') results.giveUp(task, 'text')
      else results.set(task, outcome && 'value' in outcome ? outcome.value : undefined)
    }
  } catch (error) {
    if (late.aborted) for (const task of tasks) results.giveUp(task, 'page')
    throw error
  }
}
