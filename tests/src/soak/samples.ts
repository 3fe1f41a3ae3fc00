import { readdirSync } from 'node:fs'
import { type Bus, streamIdentity } from '@quire/kit'
import { residentBytes } from '../chaos/rest.ts'
import { owners, type Processes, processNames } from '../support/processes.ts'
import { withDatabases } from '../support/system-databases.ts'

/** Figures by their names, such as `content: MB`. */
export type Sample = Map<string, number>

/** The growth that counts as none: a share of the figure after the first tenth, an amount beside it, and one for each write. */
interface Allowed {
  share: number
  amount: number
  ofWrite?: number
}

const allowed: Record<string, Allowed> = {
  MB: { share: 0.15, amount: 24 },
  descriptors: { share: 0.1, amount: 12 },
  connections: { share: 0.1, amount: 4 },
  'events that wait': { share: 0, amount: 50 },
  // Each write is an event of some hundred bytes, and an audit event, in two databases, with their indexes.
  'database MB': { share: 0.1, amount: 32, ofWrite: 8 / 1024 },
  'events behind': { share: 0, amount: 100 },
  // Autovacuum looks once a minute, at tables of which a fifth is dead.
  'dead rows': { share: 0.25, amount: 2000 },
  'live rows': { share: 0.1, amount: 200 },
}

/** Rows of each write that are retained for longer than a run lasts, with a tenth for jobs beside it. */
const retained: Record<string, number> = {
  // The change and its audit event.
  outbox: 2.2,
  audit_event: 1.1,
  projected: 1.1,
}

/** Reads the figures of all processes and databases of a system on this machine (Linux), and of its bus. */
export async function sampleOf(system: Processes, bus: Bus): Promise<Sample> {
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
          (select sequence::float8 from projector_position) as position,
          pg_database_size(current_database())::float8 / 1024 ^ 2 as megabytes`)
      // After the position, so that nobody is ahead of the stream.
      const { last } = await streamIdentity(bus)
      sample.set(`${name}: events that wait`, rows[0].waiting)
      sample.set(`${name}: connections`, rows[0].connections)
      sample.set(`${name}: database MB`, rows[0].megabytes)
      sample.set(`${name}: events behind`, last - (rows[0].position ?? last))
      const { rows: tables } = await databases[name].query(
        'select relname as table, n_live_tup::int as live, n_dead_tup::int as dead from pg_stat_user_tables',
      )
      for (const { table, live, dead } of tables) {
        sample.set(`${name}: ${table}: live rows`, live)
        sample.set(`${name}: ${table}: dead rows`, dead)
      }
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

function allowedOf(name: string): Allowed | undefined {
  const [, table = '', kind = table] = name.split(': ')
  const bound = allowed[kind]
  return bound && kind === 'live rows' ? { ...bound, ofWrite: retained[table] ?? 0 } : bound
}

/** Returns the figures that have grown beyond what counts as none during so many writes, in words. */
export function grown(samples: readonly Sample[], writes: number): string[] {
  return ends(samples).flatMap(({ name, first, last }) => {
    const bound = allowedOf(name)
    if (!bound || last - first <= first * bound.share + bound.amount + writes * (bound.ofWrite ?? 0)) return []
    return [`${name} have grown from ${first.toFixed(0)} to ${last.toFixed(0)}`]
  })
}

/** The figures as a Markdown table. */
export function table(samples: readonly Sample[]): string {
  // Of the tables, those that have or had rows to speak of.
  const shown = ends(samples).filter(({ name, first, last }) => !name.endsWith(' rows') || Math.max(first, last) >= 100)
  const rows = shown.map(({ name, first, last }) => `| ${name} | ${first.toFixed(1)} | ${last.toFixed(1)} |`)
  return ['| | first fifth | last fifth |', '|---|---:|---:|', ...rows].join('\n')
}
