import type { MailLimits } from './mail-limits.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** Bounds the wait of a mail: one that would wait longer is not written. The invitation itself stays valid. */
const maxWaitMs = 7 * dayMs

/** Due times of earlier and planned mails, in milliseconds since 1970, ascending. */
export interface DueTimes {
  ofOrganization: number[]
  /** Due times by address, of all organizations; at least those of the last day. */
  ofRecipient: Map<string, number[]>
}

/**
 * Schedules mails to these addresses, in the given order; leaves out mails that would wait too long. Adds the scheduled
 * times to `due`.
 */
export function scheduleMails(
  addresses: string[],
  { due, limits, nowMs }: { due: DueTimes; limits: MailLimits; nowMs: number },
): { address: string; dueMs: number }[] {
  return addresses.flatMap((address) => {
    const received = due.ofRecipient.get(address) ?? []
    const dueMs = Math.max(
      nowMs,
      after(due.ofOrganization, limits.INVITE_MAILS_PER_HOUR, hourMs),
      after(received, limits.INVITE_MAILS_PER_RECIPIENT, dayMs),
    )
    if (dueMs > nowMs + maxWaitMs) return []
    due.ofRecipient.set(address, inOrder([...received, dueMs]))
    due.ofOrganization = inOrder([...due.ofOrganization, dueMs])
    return [{ address, dueMs }]
  })
}

/** Returns the earliest time at which another mail keeps the number within `withinMs` at `max` or less. */
const after = (times: number[], max: number, withinMs: number) => (times.at(-max) ?? -withinMs) + withinMs

const inOrder = (times: number[]) => times.sort((one, other) => one - other)
