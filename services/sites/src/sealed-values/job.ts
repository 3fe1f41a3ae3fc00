import { type Logger, type Loop, type Sealer, startLoop } from '@quire/kit'
import type { Sql } from '../database.ts'
import { renewSealed } from './renew.ts'

const tryAgainMs = 60_000
const longestNamed = 10

/** Seals anew, once at the start of a service: its keys are read then too, and whoever starts last has the right ones. */
export function startRenewing({ sql, sealer, log }: { sql: () => Sql; sealer: Sealer; log: Logger }): Loop {
  let isDone = false
  return startLoop({ name: 'sealing anew', everyMs: tryAgainMs, log }, async (signal) => {
    if (isDone) return
    const { renewed, closed } = await renewSealed(sql(), sealer, signal)
    isDone = true
    if (renewed > 0) log.info({ values: renewed }, 'values are sealed with the current key')
    if (closed.length > 0)
      log.error({ values: closed.length, places: closed.slice(0, longestNamed) }, 'values do not open with any key')
  })
}
