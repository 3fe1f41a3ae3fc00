import { seededKey } from './bus/revocation-watch.ts'
import { type Part, peerParts, type Readiness, startingFor } from './http/readiness.ts'
import type { Foundation, ServiceDefinition } from './service-definition.ts'

const lookEveryMs = 1000

/** The parts that every service depends on (docs/operations.md#health). */
export function partsOf(
  { config, database, bus, positions, freshness, revocations }: Foundation,
  { name, projectsAccess }: Pick<ServiceDefinition, 'name' | 'projectsAccess'>,
): () => Promise<Part[]> {
  const { IDENTITY_URL: identity, CONTENT_URL: content, SITES_URL: sites, AI_URL: ai } = config
  const peers = Object.entries({ identity, content, sites, ai }).filter(([peer]) => peer !== name)
  const isStarting = startingFor(config.ACCESS_STALENESS_MAX)
  const isStale = () => projectsAccess && freshness.ageMs() > config.ACCESS_STALENESS_MAX * 1000
  const unless = (isThere: boolean, missing: string) => (isThere ? undefined : missing)
  return async () => [
    { name: 'database', missing: unless(await database.isConnected(), 'the database'), neededFor: 'anything' },
    { name: 'revocations', missing: unless(revocations.isSeeded(), 'the revocations'), neededFor: 'anything' },
    { name: 'projections', missing: positions.trouble(name), neededFor: 'start' },
    { name: 'bus', missing: unless(bus.isAnswering(), 'the message bus') },
    {
      name: 'access',
      missing: unless(!isStale(), 'a heartbeat of identity'),
      // Without identity, the service has something to serve all the same: pages of public sites.
      neededFor: isStarting() ? 'start' : undefined,
    },
    ...peerParts(Object.fromEntries(peers)),
  ]
}

/** Resolves as soon as the service is ready. Looks whenever a position or fresh access is announced, and once a second. */
export async function untilReady(
  { positions, freshness, revocations }: Pick<Foundation, 'positions' | 'freshness' | 'revocations'>,
  readiness: Readiness,
): Promise<void> {
  await revocations.learned(seededKey)
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      readiness().then(({ isReady }) => {
        if (!isReady) return
        for (const stop of unsubscribe) stop()
        resolve()
      }, reject)
    }
    const timer = setInterval(look, lookEveryMs)
    const unsubscribe = [positions.subscribe(look), freshness.subscribe(look), () => clearInterval(timer)]
    look()
  })
}
