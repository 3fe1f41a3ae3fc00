import { type OwnerName, operations, servicesOnly } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { KitTables } from '../db/tables.ts'
import type { Projections } from '../projector/apply-envelopes.ts'
import { replayDeadLetters } from '../projector/dead-letters.ts'
import { implementer, type Route } from './handler.ts'

/** Operations that every service has for its operator; not reachable through the gateway. */
export const maintenanceOperations = (owner: OwnerName) =>
  operations(owner, {
    replayDeadLetters: {
      method: 'POST',
      path: '/internal/dead-letters/replay',
      summary: 'Apply parked events again, and take up what the service gave up',
      access: servicesOnly(owner),
      // Each event is applied in its own transaction.
      reads: true,
      replies: { 200: z.strictObject({ replayed: z.number().int(), failures: z.array(z.string()) }) },
    },
  })

const implement = implementer<KitTables, object>()

/** Routes that all services have: a replay into the service's own projections, then of the work that it parked itself. */
export function maintenanceRoutes(
  owner: OwnerName,
  sql: () => Kysely<KitTables>,
  projections: Projections,
  replayOwn: () => Promise<number> = async () => 0,
): Route[] {
  return implement(maintenanceOperations(owner), {
    async replayDeadLetters() {
      const { replayed, failures } = await replayDeadLetters(sql(), projections)
      return { replayed: replayed + (await replayOwn()), failures }
    },
  })
}
