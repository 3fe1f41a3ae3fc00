import type { ChaosReport } from './chaos.ts'

/**
 * The number of faults in one system. Many faults have all states repeated, which takes longer the more was written: after
 * 350 faults a fault took three times as long as after the first hundred, and showed nothing else.
 */
export const faultsOfSystem = 100

interface Series {
  /** Starts a system, which is the nth, and puts it through faults while `goesOn` says so of their number in it. */
  inSystem: (n: number, goesOn: (faults: number) => boolean) => Promise<ChaosReport>
  /** True if another fault follows, by the number of all faults so far. */
  goesOn: (faults: number) => boolean
}

/** Puts new systems through chaos, one after another, until the faults are done or one has a violation; adds up the reports. */
export async function inSeries({ inSystem, goesOn }: Series): Promise<ChaosReport> {
  let total: ChaosReport | undefined
  for (let n = 0; n === 0 || (total?.violations.length === 0 && goesOn(countOf(total))); n += 1) {
    const before = countOf(total)
    const report = await inSystem(n, (faults) => faults < faultsOfSystem && goesOn(before + faults))
    total = total ? sumOf(total, report) : report
  }
  if (!total) throw new Error('No system was started.')
  return total
}

/** Returns the number of all faults that were injected. */
export const countOf = (report: ChaosReport | undefined): number =>
  [...(report?.faults.values() ?? [])].reduce((sum, count) => sum + count, 0)

/** The seed is that of the later report, which has the violations if there are any. */
function sumOf(one: ChaosReport, other: ChaosReport): ChaosReport {
  return {
    ...other,
    seconds: one.seconds + other.seconds,
    acknowledged: one.acknowledged + other.acknowledged,
    unknown: one.unknown + other.unknown,
    refused: one.refused + other.refused,
    repeated: one.repeated + other.repeated,
    reads: one.reads + other.reads,
    faults: merged(one.faults, other.faults, (a, b) => a + b),
    gaps: merged(one.gaps, other.gaps, (a, b) => (a.ms < b.ms ? b : a)),
  }
}

function merged<Value>(one: Map<string, Value>, other: Map<string, Value>, join: (a: Value, b: Value) => Value) {
  const all = new Map(one)
  for (const [name, value] of other) {
    const known = all.get(name)
    all.set(name, known === undefined ? value : join(known, value))
  }
  return all
}
