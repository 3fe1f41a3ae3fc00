import { z } from 'zod'
import { must, type Send } from './api.ts'
import { type FilledSpace, type Pages, smallSpaces } from './data.ts'
import { repeat } from './load.ts'
import type { Options } from './options.ts'
import type { Target } from './rounds.ts'
import { pageText } from './words.ts'

export interface MergeTarget extends Target {
  /** How long the merge itself took each time, at a number of connections; the warm-up is not in it. */
  mergeMs(connections: number): number[]
}

const Created = z.object({ id: z.string() })
const Merged = z.object({ result: z.literal('merge') })

/** A merge by its name; the rest once there are pages. */
interface MergeKind {
  name: string
  target(send: Send, pages: Pages): MergeTarget
}

/** Change requests in small spaces, each strand in one of its own, and in the large one. */
export const mergeKinds = ({ largeSpacePages }: Options): MergeKind[] => [
  mergeKind('a change merged, 100 pages', ({ small }) => small, [1, smallSpaces]),
  mergeKind(`a change merged, ${largeSpacePages} pages`, ({ large }) => [large], [1]),
]

const mergeKind = (name: string, spacesOf: (pages: Pages) => FilledSpace[], connections: number[]): MergeKind => ({
  name,
  target: (send, pages) => mergeTarget(name, send, spacesOf(pages), connections),
})

/** A change request of one page, made and merged: three requests after each other, each strand on a space of its own. */
function mergeTarget(name: string, send: Send, spaces: FilledSpace[], connections: number[]): MergeTarget {
  const mergeMs = new Map<number, number[]>()
  let written = 0

  return {
    name,
    connections,
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

/**
 * Makes and merges a change request of one page, whose text is that of the number. Answers the milliseconds of the merge
 * alone.
 */
export async function mergeChange(send: Send, { id: space, pages }: FilledSpace, number: number): Promise<number> {
  const page = pages[number % pages.length]
  const changeRequests = `/v1/spaces/${space}/change-requests`
  const { id } = Created.parse(await must(send('POST', changeRequests, { subject: `Change ${number}` })))
  const changes = [{ operation: 'update_page', page, document: { markdown: pageText(number) } }]
  await must(send('POST', `${changeRequests}/${id}/content`, { changes }))
  const started = performance.now()
  Merged.parse(await must(send('POST', `${changeRequests}/${id}/merge`)))
  return performance.now() - started
}
