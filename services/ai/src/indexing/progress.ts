import type { Logger } from '@quire/kit'
import type { Sql } from '../database.ts'
import { countSpaces } from './count-spaces.ts'

const usualEveryMs = 10_000

/**
 * Says in the log how far the index is while this process has been indexing for longer than `everyMs`, that often, and
 * once when nothing waits any more. To be called after each piece of work, and when there is none.
 */
export function progressLog(sql: () => Sql, log: Logger, everyMs = usualEveryMs) {
  let since: number | undefined
  let isTelling = false

  async function tell() {
    const { indexed, waiting, parked } = await countSpaces(sql())
    const message = waiting > 0 ? 'the index is being built' : 'the index holds all spaces'
    log.info({ indexed, waiting, parked }, message)
    isTelling = waiting > 0
  }

  return {
    async worked() {
      since ??= performance.now()
      if (performance.now() - since < everyMs) return
      since = performance.now()
      await tell()
    },
    async idle() {
      since = undefined
      if (isTelling) await tell()
    },
  }
}
