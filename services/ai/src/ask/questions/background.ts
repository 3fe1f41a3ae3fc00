import { setTimeout } from 'node:timers/promises'
import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { QuestionMaker } from './maker.ts'
import { claimUnasked } from './rows.ts'

/** Spaces get their questions when they are indexed: this is for those of an earlier release, and after a kill. */
const everyMs = 5 * 60_000

/**
 * Makes the questions that spaces lack, from the start of the process on, one space at a time. Each is made by one replica.
 * It rests for as long as it works, so that people who ask have most of the processor.
 */
export function startQuestions({
  sql,
  questions,
  log,
}: {
  sql: () => Sql
  questions: QuestionMaker
  log: Logger
}): Loop {
  return startLoop({ name: 'questions', everyMs, log }, async (signal) => {
    while (!signal.aborted) {
      const begun = performance.now()
      const space = await claimUnasked(sql())
      if (!space) return
      await questions.makeOf(space, signal)
      await setTimeout(performance.now() - begun, undefined, { signal }).catch(() => undefined)
    }
  })
}
