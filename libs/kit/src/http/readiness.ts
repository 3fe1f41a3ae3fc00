import { Gauge } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import { isAway } from './peer-agent.ts'

/** A thing that a process depends on, under the name that `/readyz` and the metrics have for it. */
export interface Part {
  name: string
  /** The part in words if it is missing; undefined if it is there. */
  missing: string | undefined
  /**
   * `anything`: without the part, nothing is served. `start`: a process that starts is not ready before the part is
   * there, and later serves what it can without. Absent: the process serves what it can without.
   */
  neededFor?: 'anything' | 'start' | undefined
}

/** The state of a process: ready if it can serve what does not need the missing parts. */
interface PartsState {
  isReady: boolean
  parts: Part[]
  /** The names of the missing parts because of which the process is not ready. */
  blocking: string[]
}

/** Looks at the parts of a process now. */
export type Readiness = () => Promise<PartsState>

/** Follows the parts of a process, and measures them: `partsOf` is called for each probe and each scrape. */
export function createReadiness(partsOf: () => Promise<Part[]>, { registry }: Pick<Metrics, 'registry'>): Readiness {
  let hasStarted = false

  async function look(): Promise<PartsState> {
    const parts = await partsOf()
    const blocks = ({ missing, neededFor }: Part) =>
      missing !== undefined && (neededFor === 'anything' || (neededFor === 'start' && !hasStarted))
    const blocking = parts.filter(blocks).map(({ name }) => name)
    const isReady = blocking.length === 0
    hasStarted ||= isReady
    return { isReady, parts, blocking }
  }

  let looking: Promise<PartsState> | undefined
  /** One look for all gauges of a scrape. */
  const measured = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  new Gauge({
    name: 'quire_part_up',
    help: 'Parts that the process depends on: 1 if there, 0 if missing',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const { name, missing } of (await measured()).parts) this.set({ part: name }, missing === undefined ? 1 : 0)
    },
  })
  new Gauge({
    name: 'quire_part_blocks',
    help: 'Parts that the process depends on: 1 if the process is not ready because the part is missing',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const { parts, blocking } = await measured()
      for (const { name } of parts) this.set({ part: name }, blocking.includes(name) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'quire_ready',
    help: '1 if the process serves what it can',
    registers: [registry],
    async collect() {
      this.set((await measured()).isReady ? 1 : 0)
    },
  })
  return look
}

/** The other services by name, if their addresses are known: those that take no connections are missing. */
export const peerParts = (urls: Partial<Record<string, string>>): Part[] =>
  Object.entries(urls).flatMap(([name, url]) =>
    url === undefined ? [] : [{ name, missing: isAway(url) ? `${name}, which takes no connections` : undefined }],
  )

/** The process itself: missing once it stops, so that no more requests are sent to it. */
export const processPart = (stopping: AbortSignal): Part => ({
  name: 'process',
  missing: stopping.aborted ? 'another process, because this one stops' : undefined,
  neededFor: 'anything',
})

/** Returns a check that is true for the first `seconds` of this process's wait. */
export function startingFor(seconds: number): () => boolean {
  const beganAt = performance.now()
  return () => performance.now() - beganAt < seconds * 1000
}
