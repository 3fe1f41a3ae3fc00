import type { Foundation } from '@quire/kit'
import { type Parser, type ParsingConfig, startParsing } from '@quire/parsing'
import { createResultCache, type RenderTasks, type ResultCache } from './highlight/result-cache.ts'

/** Runs slow rendering tasks in threads: highlighting, formulas, diagrams, texts of specifications. */
export interface RenderWorkers {
  results: ResultCache
  /** For a visitor in these groups: the pages of one site share a limit of threads, and its visitors' addresses take turns. */
  parserFor(groups: readonly string[], signal: AbortSignal): Parser<RenderTasks>
  stop(): Promise<void>
}

type WorkerOptions = Pick<Foundation, 'metrics' | 'log'> & { config: ParsingConfig }

/**
 * Short texts are parsed inline, but never with regular expressions and macros, for which a few characters may take
 * long.
 */
const apart: (keyof RenderTasks)[] = ['highlight', 'formula', 'diagram']

export function startRenderWorkers(parts: WorkerOptions): RenderWorkers {
  const tasks = new URL('./highlight/tasks.ts', import.meta.url).href
  const threads = startParsing<RenderTasks>({ ...parts, tasks, apart })
  return {
    results: createResultCache(),
    parserFor: threads.ofCaller,
    stop: threads.stop,
  }
}
