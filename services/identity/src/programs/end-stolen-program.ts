import { collector, type Foundation, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import { recordSystemChange } from '../audit/record-command.ts'
import type { Tables } from '../database.ts'
import { endTokens } from '../sessions/sessions.rules.ts'
import type { LiveProgram, ProgramNeeds } from './programs.rules.ts'

type Needs = Pick<Foundation, 'database' | 'publisher' | 'log' | 'now'>

/**
 * Creates the function that ends a permission in a separate transaction, since that of the refused request rolls back. The
 * organization finds the end in its audit log, and the operator in the log of the service: somebody may be reading with a
 * copy. Of several requests at once, the one that ends the permission records it.
 */
export function stolenProgramEnder({ database, publisher, log, now }: Needs): ProgramNeeds['endStolenProgram'] {
  // The kit has no types of identity's tables.
  const background = database.background as unknown as Kysely<Tables>
  return async (program, requestId) => {
    const { rows, emit } = collector()
    const isEnded = await background.transaction().execute(async (sql) => {
      const [ended] = await endTokens({ sql, emit, now }, [program.id])
      if (ended === undefined) return false
      await recordEnd(sql, program, requestId)
      await writeOutbox(sql as never, rows)
      return true
    })
    if (!isEnded) return
    const { id, user_id: userId, organization_id: organizationId, site_id: siteId } = program
    log.warn(
      { program: id, userId, organizationId, siteId, requestId },
      'a program’s secret was replayed: it has ended',
    )
    await publisher.publish(rows)
  }
}

function recordEnd(sql: Kysely<Tables>, program: LiveProgram, requestId: string): Promise<void> {
  const { id, name, user_id: userId, organization_id: organizationId, site_id: siteId } = program
  return recordSystemChange(sql, 'oauth', {
    action: 'endProgram',
    organizations: organizationId === null ? [] : [organizationId],
    target: { type: 'access-token', id, label: name },
    correlationId: requestId,
    payload: { userId, siteId, reason: 'replayed' },
  })
}
