import { setTimeout as delay } from 'node:timers/promises'
import type { Send } from '../load/client.ts'

/** The requests of a bystander, by name. */
export type Acts = Record<string, (send: Send) => ReturnType<Send>>

/** The times of each act of a bystander in milliseconds, in order, and the answers that were not 2xx. */
export interface Waited {
  times: Map<string, number[]>
  failures: Map<string, number>
}

const pauseMs = 40

/** Does all acts side by side, again and again, for a time. */
export async function watch(send: Send, acts: Acts, durationMs: number): Promise<Waited> {
  const times = new Map<string, number[]>()
  const failures = new Map<string, number>()
  const end = performance.now() + durationMs
  await Promise.all(
    Object.entries(acts).map(async ([name, act]) => {
      const took: number[] = []
      while (performance.now() < end) {
        const began = performance.now()
        const { status } = await act(send)
        took.push(performance.now() - began)
        if (status < 200 || status > 299) failures.set(`${status}`, (failures.get(`${status}`) ?? 0) + 1)
        await delay(pauseMs)
      }
      times.set(
        name,
        took.sort((one, other) => one - other),
      )
    }),
  )
  return { times, failures }
}

/** Returns the quantile of sorted numbers. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
