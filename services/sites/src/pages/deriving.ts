import type { Foundation } from '@quire/kit'
import { type Parser, type ParsingConfig, startParsing } from '@quire/parsing'
import { type DerivingTasks, type KeptResults, keepResults } from './highlight/kept.ts'

/** Works out in threads what takes long: colours of code, formulas, texts of specifications. */
export interface Deriving {
  kept: KeptResults
  /** The pages of one site share the threads' places. */
  parserFor(siteId: string, signal: AbortSignal): Parser<DerivingTasks>
  stop(): Promise<void>
}

type Parts = Pick<Foundation, 'metrics' | 'log'> & { config: ParsingConfig }

/** Short texts are read at once, but not with patterns and macros, of which a few signs may take long. */
const apart: (keyof DerivingTasks)[] = ['highlight', 'formula']

export function startDeriving(parts: Parts): Deriving {
  const tasks = new URL('./highlight/tasks.ts', import.meta.url).href
  const threads = startParsing<DerivingTasks>({ ...parts, tasks, apart })
  return {
    kept: keepResults(),
    parserFor: (siteId, signal) => threads.ofCaller(`site ${siteId}`, signal),
    stop: threads.stop,
  }
}
