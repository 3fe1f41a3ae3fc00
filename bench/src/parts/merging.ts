import { z } from 'zod'
import { pageText } from '../data/generated-text.ts'
import type { FilledSpace } from '../data/pages.ts'
import { expectSuccess, type Send } from '../load/client.ts'
import { repeat } from '../load/load.ts'
import type { Measurement, Workload } from '../load/rounds.ts'
import { percentile, summarise } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

/** A workload of merges, with the time that the merges alone took. */
interface MergeWorkload extends Workload {
  /** Milliseconds of each merge at a number of connections. */
  mergeMs(connections: number): number[]
}

const Created = z.object({ id: z.string() })
const Merged = z.object({ result: z.literal('merge') })

/** Creates, fills and merges a change request of one page, each strand on a space of its own. */
export function mergeWorkload(
  { name, connections }: Pick<Workload, 'name' | 'connections'>,
  send: Send,
  spaces: FilledSpace[],
): MergeWorkload {
  const mergeMs = new Map<number, number[]>()
  let written = 0

  return {
    name,
    ...(connections && { connections }),
    mergeMs: (count) => mergeMs.get(count) ?? [],
    async load(count, seconds, signal) {
      const took: number[] = []
      const strand = async (number: number) => {
        const space = spaces[number % spaces.length]
        if (space) took.push(await mergeChange(send, space, 1_000_000 + ++written))
      }
      const load = await repeat(strand, count, seconds, signal)
      mergeMs.set(count, [...(mergeMs.get(count) ?? []), ...took])
      return load
    },
  }
}

/** Merges a change request of one page with the text of this number; returns the milliseconds of the merge alone. */
export async function mergeChange(
  send: Send,
  { id: space, pages }: Pick<FilledSpace, 'id' | 'pages'>,
  number: number,
): Promise<number> {
  const page = pages[number % pages.length]
  const changeRequests = `/v1/spaces/${space}/change-requests`
  const { id } = Created.parse(await expectSuccess(send('POST', changeRequests, { subject: `Change ${number}` })))
  const changes = [{ operation: 'update_page', page, document: { markdown: pageText(number) } }]
  await expectSuccess(send('POST', `${changeRequests}/${id}/content`, { changes }))
  const started = performance.now()
  Merged.parse(await expectSuccess(send('POST', `${changeRequests}/${id}/merge`)))
  return performance.now() - started
}

/** The times of whole change requests, and those of their merges alone. */
export function mergeTable(measured: Measurement[], merging: MergeWorkload[]): string {
  const rows = merging.flatMap((workload) =>
    measured
      .filter((one) => one.workload === workload)
      .map((one) => {
        const { perSecond, p50Ms, p99Ms } = summarise(one)
        const took = workload.mergeMs(one.connections)
        const [merge50, merge99] = [percentile(took, 0.5), percentile(took, 0.99)]
        return [workload.name, one.connections, ...[perSecond, p50Ms, p99Ms, merge50, merge99].map(rounded)]
      }),
  )
  return table(['change requests', 'conn.', 'merged/s', 'all p50 ms', 'p99 ms', 'merge p50 ms', 'p99 ms'], rows)
}
