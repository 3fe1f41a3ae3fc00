import { createKeyedSemaphore, type Release } from './keyed-semaphore.ts'
import type { Refusal } from './refusals.ts'

interface GroupSemaphoreOptions {
  /** Permits of all groups together. */
  permits: number
  /** Permits of one group; the rest is left to the others. */
  permitsPerGroup: number
  /** Permits of a group around another, such as a site around its visitors. Default: those of any group. */
  permitsAround?: number
  /** False if the groups of a caller are independent: the permits of each count wherever it stands. Default: true. */
  areNested?: boolean
  /** The number of callers that may wait; unbounded if absent. */
  maxWaiting?: number
  /** The longest wait; undefined waits for ever. */
  timeoutMs: number | undefined
  refusal: () => Refusal
}

/**
 * Does `work` with a permit of its group, or of each of its groups, outermost first, such as a site and the address of
 * its visitor. Throws the refusal if the wait for one takes too long, and the reason of `signal` if it aborts before.
 */
export type GroupSemaphore = <Result>(
  group: string | readonly string[],
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>

/**
 * Bounds work at the same time, for each group and in total. Callers are served first come, first served: one with more
 * than the permits of a group waits outside the group around it, in which the others pass.
 */
export function createGroupSemaphore({
  permits,
  permitsPerGroup,
  permitsAround,
  areNested = true,
  maxWaiting,
  timeoutMs,
  refusal,
}: GroupSemaphoreOptions): GroupSemaphore {
  // One deadline for all semaphores: the signal ends the wait, not their own timeout.
  const options = { ...(maxWaiting !== undefined && { maxWaiting }), timeoutMs: undefined, refusal }
  const ofGroup = createKeyedSemaphore({ ...options, permits: permitsPerGroup })
  const around = permitsAround === undefined ? ofGroup : createKeyedSemaphore({ ...options, permits: permitsAround })
  const ofAll = createKeyedSemaphore({ ...options, permits })

  return async (group, signal, work) => {
    signal.throwIfAborted()
    let deadline: AbortSignal | undefined
    const deadlineOf = () => {
      deadline ??= timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      return deadline
    }
    const refuse = (error: unknown) => {
      signal.throwIfAborted()
      throw error
    }
    const groups = typeof group === 'string' ? [group] : group
    const held: Release[] = []
    try {
      for (let depth = groups.length; depth > 0; depth -= 1)
        held.push(
          await (depth === groups.length ? ofGroup : around)
            .acquire(JSON.stringify(groups.slice(areNested ? 0 : depth - 1, depth)), deadlineOf)
            .catch(refuse),
        )
      held.push(await ofAll.acquire('everybody', deadlineOf).catch(refuse))
      return await work()
    } finally {
      for (const release of held.reverse()) release()
    }
  }
}
