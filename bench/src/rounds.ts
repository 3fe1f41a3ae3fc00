import type { Load } from './load.ts'
import type { Meter } from './meter.ts'

/** What the lists are of that the floors answer too. */
export type Listed = 'members' | 'spaces'

/** A kind of work that is measured. */
export interface Target {
  name: string
  /** The floor's letter, where it is one. */
  floor?: 'a' | 'b' | 'c'
  /** Of what it answers a list, and so which floors it is compared with; without it, one row. */
  answers?: Listed
  /** It asks for one thing by its key. It is compared with the floors, so its rounds alternate with theirs. */
  isOneRow?: boolean
  /** Where only these numbers of connections make sense. */
  connections?: number[]
  /** The least length of a round for work that takes long: in a shorter one nothing would be answered. */
  atLeastSeconds?: number
  /** Loads the servers for about `seconds` and tells what came of it. */
  load(connections: number, seconds: number, signal: AbortSignal): Promise<Load>
}

/** One round: what the load saw, and what it cost meanwhile. */
export interface Round extends Load {
  /** CPU time of all server processes, in milliseconds. */
  cpuMs: number
  /** Share of the machine that processes apart from this benchmark's took, 0 to 1. */
  othersShare: number
}

/** The rounds of one kind of work at one number of connections. */
export interface Measurement {
  target: Target
  connections: number
  rounds: Round[]
}

const restPatienceMs = 10_000

interface Plan {
  rounds: number
  roundSeconds: number
  connections: number[]
  meter: Meter
  signal: AbortSignal
  /** Told before each pass over all targets. */
  report: (progress: string) => void
}

/**
 * Measures all targets in alternation, so that what changes on the machine meanwhile touches all of them alike. The
 * first pass warms up and does not count.
 */
export async function measureAll(targets: Target[], plan: Plan): Promise<Measurement[]> {
  plan.report('warming up')
  const warm = Math.max(...plan.connections)
  for (const target of targets) {
    await target.load(target.connections?.[0] ?? warm, 2 * plan.roundSeconds, plan.signal)
    await plan.meter.rested(restPatienceMs, plan.signal)
  }
  const measured: Measurement[] = []
  for (const connections of plan.connections) {
    const concerned = targets.filter((target) => target.connections?.includes(connections) ?? true)
    const series = concerned.map((target): Measurement => ({ target, connections, rounds: [] }))
    for (let round = 1; round <= plan.rounds; round += 1) {
      plan.report(`${connections} connections, round ${round} of ${plan.rounds}`)
      for (const one of series) one.rounds.push(await measure(one, plan))
    }
    measured.push(...series)
  }
  return measured
}

async function measure({ target, connections }: Measurement, { meter, roundSeconds, signal }: Plan): Promise<Round> {
  signal.throwIfAborted()
  const before = meter.read()
  const load = await target.load(connections, Math.max(roundSeconds, target.atLeastSeconds ?? 0), signal)
  signal.throwIfAborted()
  const cost = meter.since(before)
  await meter.rested(restPatienceMs, signal)
  return { ...load, ...cost }
}
