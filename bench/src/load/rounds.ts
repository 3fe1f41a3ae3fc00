import type { Meter } from '../meter.ts'
import type { Load } from './load.ts'

/** The resources whose lists the floors answer too. */
export type ListedResource = 'members' | 'spaces'

/** Requests of one kind. */
export interface Workload {
  name: string
  /** The letter of a floor. */
  floor?: 'a' | 'b' | 'c'
  /** The resource that is listed, compared with the floors that list it; without it, one row is read. */
  answers?: ListedResource
  /** True if it reads one thing by its key. Its rounds alternate with those of the floors. */
  isOneRow?: boolean
  /** The only numbers of connections that make sense. */
  connections?: number[]
  /** The shortest round in which requests that take long are answered. */
  minSeconds?: number
  /** Loads the servers for about `seconds`. */
  load(connections: number, seconds: number, signal: AbortSignal): Promise<Load>
}

/** The load of one round, and what the round cost. */
export interface Round extends Load {
  /** CPU time of all server processes, in milliseconds. */
  cpuMs: number
  /** Share of the machine that processes apart from this benchmark's took, 0 to 1. */
  othersShare: number
}

/** The rounds of a workload at one number of connections. */
export interface Measurement {
  workload: Workload
  connections: number
  rounds: Round[]
}

const restTimeoutMs = 10_000

export interface RoundPlan {
  rounds: number
  roundSeconds: number
  connections: number[]
  meter: Meter
  signal: AbortSignal
  /** Receives a line before each pass over all workloads. */
  report: (progress: string) => void
}

/**
 * Measures all workloads in alternation, so that changes on the machine affect all of them alike. The first pass warms
 * up and does not count.
 */
export async function measureAll(workloads: Workload[], plan: RoundPlan): Promise<Measurement[]> {
  plan.report('warming up')
  const warm = Math.max(...plan.connections)
  for (const workload of workloads) {
    await workload.load(workload.connections?.[0] ?? warm, 2 * plan.roundSeconds, plan.signal)
    await plan.meter.waitForRest(restTimeoutMs, plan.signal)
  }
  const measured: Measurement[] = []
  for (const connections of plan.connections) {
    const concerned = workloads.filter((workload) => workload.connections?.includes(connections) ?? true)
    const series = concerned.map((workload): Measurement => ({ workload, connections, rounds: [] }))
    for (let round = 1; round <= plan.rounds; round += 1) {
      plan.report(`${connections} connections, round ${round} of ${plan.rounds}`)
      for (const one of series) one.rounds.push(await measureRound(one, plan))
    }
    measured.push(...series)
  }
  return measured
}

async function measureRound({ workload, connections }: Measurement, plan: RoundPlan): Promise<Round> {
  const { meter, roundSeconds, signal } = plan
  signal.throwIfAborted()
  const before = meter.read()
  const load = await workload.load(connections, Math.max(roundSeconds, workload.minSeconds ?? 0), signal)
  signal.throwIfAborted()
  const cost = meter.since(before)
  await meter.waitForRest(restTimeoutMs, signal)
  return { ...load, ...cost }
}
