import { setTimeout } from 'node:timers/promises'
import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { QuestionMaker } from './question-maker.ts'
import { claimStaleSpace } from './question-table.ts'

/**
 * Interval of the search for spaces without questions. Indexing makes questions; this covers older releases and kills.
 */
const everyMs = 5 * 60_000

/**
 * Makes the questions that spaces lack, one space at a time; one replica works on a space. Rests after each space for
 * as long as the work took, so that people who ask have most of the processor.
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
      const space = await claimStaleSpace(sql())
      if (!space) return
      await questions.makeOf(space, signal)
      await setTimeout(performance.now() - begun, undefined, { signal }).catch(() => undefined)
    }
  })
}
