import { fire, type Load } from '../../load/load.ts'
import type { Caller } from '../../load/workloads.ts'
import { createMeter, type MeteredProcess, proportionalMb } from '../../meter.ts'
import { median } from '../../report/report-summary.ts'
import type { Quire } from '../../system.ts'
import type { AskedOrganization } from './organizations.ts'

const connections = 6
const rounds = 3
const roundSeconds = 4
const restTimeoutMs = 5000

/** Figures of some replicas of ai together. */
export interface ReplicaRates {
  replicas: number
  asksPerSecond: number
  /** Time of the processor for one answer: of all replicas of ai, and of all servers. */
  aiMs: number
  allMs: number
  memoryMb: number[]
}

interface Replica {
  url: string
  process: MeteredProcess
}

/**
 * Asks ai itself, one replica and all of them in turns, over enough connections that no replica is idle. The gateway's part
 * does not count, so that the figures show what more replicas bring.
 */
export async function replicaRates(
  { quire, principal }: Caller & { quire: Quire },
  { id, questions }: AskedOrganization,
  replicas: Replica[],
  signal: AbortSignal,
): Promise<ReplicaRates[]> {
  const path = `/v1/orgs/${id}/ask`
  const ai = createMeter(replicas.map((one) => one.process))
  const all = createMeter([
    ...new Map([...quire.processes, ...replicas.map((one) => one.process)].map((one) => [one.pid, one])).values(),
  ])

  async function load(some: Replica[], seconds: number) {
    const { header } = principal('askInOrganization', path)
    const headers = { ...header, 'content-type': 'application/json' }
    const requests = questions.map((query) => ({
      method: 'POST' as const,
      path,
      headers,
      body: JSON.stringify({ query }),
    }))
    const [before, beforeAll] = [ai.read(), all.read()]
    const loads = await Promise.all(
      some.map(({ url }) => fire({ url, requests }, connections / some.length, seconds, signal)),
    )
    const sum = (of: (one: Load) => number) => loads.reduce((total, one) => total + of(one), 0)
    const [answered, failed] = [sum((one) => one.answered), sum((one) => one.failed)]
    if (failed > 0) throw new Error(`${failed} of ${answered + failed} questions were not answered`)
    const took = { aiMs: ai.since(before).cpuMs / answered, allMs: all.since(beforeAll).cpuMs / answered }
    await all.waitForRest(restTimeoutMs, signal)
    return { asksPerSecond: sum((one) => one.answered / one.seconds), ...took }
  }

  const sides = replicas.length > 1 ? [replicas.slice(0, 1), replicas] : [replicas]
  for (const some of sides) await load(some, roundSeconds)
  const measured = sides.map((some) => ({ some, rounds: [] as Awaited<ReturnType<typeof load>>[] }))
  for (let round = 1; round <= rounds; round += 1)
    for (const one of measured) one.rounds.push(await load(one.some, roundSeconds))
  return measured.map(({ some, rounds: each }) => ({
    replicas: some.length,
    asksPerSecond: median(each.map((one) => one.asksPerSecond)),
    aiMs: median(each.map((one) => one.aiMs)),
    allMs: median(each.map((one) => one.allMs)),
    memoryMb: some.map((one) => proportionalMb(one.process)),
  }))
}
