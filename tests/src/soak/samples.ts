import { readdirSync } from 'node:fs'
import { residentBytes } from '../chaos/rest.ts'
import { owners, type Processes, processNames } from '../support/processes.ts'
import { withDatabases } from '../support/system-databases.ts'

/** Figures by their names, such as `content: MB`. */
export type Sample = Map<string, number>

/** The growth that counts as none: a share of the figure after the first tenth, and an amount beside it. */
const allowed: Record<string, { share: number; amount: number }> = {
  MB: { share: 0.15, amount: 24 },
  descriptors: { share: 0.1, amount: 12 },
  connections: { share: 0.1, amount: 4 },
  'events that wait': { share: 0, amount: 50 },
}

/** Reads the figures of all processes and databases of a system on this machine (Linux). */
export async function sampleOf(system: Processes): Promise<Sample> {
  const sample: Sample = new Map()
  for (const name of processNames) {
    const pid = system.pidOf(name)
    sample.set(`${name}: MB`, residentBytes(pid) / 1024 ** 2)
    sample.set(`${name}: descriptors`, readdirSync(`/proc/${pid}/fd`).length)
  }
  await withDatabases(system, async (databases) => {
    for (const name of owners) {
      const { rows } = await databases[name].query(`
        select (select count(*)::int from outbox where published_at is null) as waiting,
          (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
          pg_database_size(current_database())::float8 / 1024 ^ 2 as megabytes`)
      sample.set(`${name}: events that wait`, rows[0].waiting)
      sample.set(`${name}: connections`, rows[0].connections)
      sample.set(`${name}: database MB`, rows[0].megabytes)
    }
  })
  return sample
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the medians of the first and the last fifth of the samples, by the names of the figures. */
function ends(samples: readonly Sample[]): { name: string; first: number; last: number }[] {
  const part = Math.max(1, Math.floor(samples.length / 5))
  const names = [...(samples[0]?.keys() ?? [])]
  const medianIn = (some: readonly Sample[], name: string) => median(some.map((one) => one.get(name) ?? 0))
  return names.map((name) => ({
    name,
    first: medianIn(samples.slice(0, part), name),
    last: medianIn(samples.slice(-part), name),
  }))
}

/** Returns the figures that have grown beyond what counts as none, in words. What databases keep on purpose may grow. */
export function grown(samples: readonly Sample[]): string[] {
  return ends(samples).flatMap(({ name, first, last }) => {
    const bound = allowed[name.split(': ')[1] ?? '']
    if (!bound || last - first <= first * bound.share + bound.amount) return []
    return [`${name} have grown from ${first.toFixed(0)} to ${last.toFixed(0)}`]
  })
}

/** The figures as a Markdown table. */
export function table(samples: readonly Sample[]): string {
  const rows = ends(samples).map(({ name, first, last }) => `| ${name} | ${first.toFixed(1)} | ${last.toFixed(1)} |`)
  return ['| | first fifth | last fifth |', '|---|---:|---:|', ...rows].join('\n')
}
