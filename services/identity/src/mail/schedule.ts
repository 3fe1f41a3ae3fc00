import type { MailLimits } from './limits.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** A mail that would have to wait longer than this is not written. The invitation itself stands. */
const longestWaitMs = 7 * dayMs

/** When mails were or are due, in milliseconds since 1970, in rising order. */
export interface DueTimes {
  ofOrganization: number[]
  /** By address, of all organizations; at least those of a day. */
  ofRecipient: Map<string, number[]>
}

/**
 * When mails to these addresses may go, in the order given; those that would wait too long are left out. Adds to `due`
 * what it gives out.
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
    if (dueMs > nowMs + longestWaitMs) return []
    due.ofRecipient.set(address, inOrder([...received, dueMs]))
    due.ofOrganization = inOrder([...due.ofOrganization, dueMs])
    return [{ address, dueMs }]
  })
}

/** The first moment at which one more makes no more than `most` within `withinMs`. */
const after = (times: number[], most: number, withinMs: number) => (times.at(-most) ?? -withinMs) + withinMs

const inOrder = (times: number[]) => times.sort((one, other) => one - other)
