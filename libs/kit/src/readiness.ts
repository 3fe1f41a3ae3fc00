import { seededKey } from './bus/revocation-watch.ts'
import type { Readiness } from './http/server.ts'
import type { Foundation, ServiceDefinition, ServiceParts } from './service-definition.ts'

/** Names the reasons that a service cannot answer; empty when it is ready (docs/operations.md#health). */
export function readinessOf(
  { config, database, bus, positions, freshness, revocations }: Foundation,
  { name, projectsAccess }: Pick<ServiceDefinition, 'name' | 'projectsAccess'>,
  more: ServiceParts['readiness'],
): Readiness {
  return async () => {
    const isStale = freshness.ageMs() > config.ACCESS_STALENESS_MAX * 1000
    const reasons = [
      (await database.isConnected()) ? undefined : 'the database',
      bus.isConnected() ? undefined : 'the message bus',
      revocations.isSeeded() ? undefined : 'the revocations',
      positions.trouble(name),
      projectsAccess && isStale ? 'a heartbeat of identity' : undefined,
      ...((await more?.()) ?? []),
    ]
    return reasons.filter((reason) => reason !== undefined)
  }
}

/**
 * Resolves as soon as nothing is missing. Checks again whenever a position or fresh access is announced.
 */
export async function untilReady(
  { positions, freshness, revocations }: Pick<Foundation, 'positions' | 'freshness' | 'revocations'>,
  readiness: Readiness,
): Promise<void> {
  await revocations.learned(seededKey)
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      readiness().then((missing) => {
        if (missing.length > 0) return
        for (const stop of unsubscribe) stop()
        resolve()
      }, reject)
    }
    const unsubscribe = [positions.subscribe(look), freshness.subscribe(look)]
    look()
  })
}
