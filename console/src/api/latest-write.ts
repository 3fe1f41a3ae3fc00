const name = 'quire-latest-write'
/** The gateways forget writes after this time. */
const validForMs = 60_000

/** The header by which a request sees a write, at any gateway and by any account (docs/interface.md#reading-ones-own-writes). */
export const consistencyHeader = 'X-Quire-Consistency'

/**
 * Stores what an answer says of a write. It outlasts the page, because signing in is a write of nobody and opens a new page,
 * whose first requests are somebody's.
 */
export function storeWrite({ headers }: Response): void {
  const value = headers.get(consistencyHeader)
  if (value) sessionStorage.setItem(name, `${Date.now()} ${value}`)
}

/** Returns what the next requests send of the latest write; undefined if there was none within the last minute. */
export function latestWrite(): string | undefined {
  const [time, value] = (sessionStorage.getItem(name) ?? '').split(' ')
  return Date.now() - Number(time) < validForMs ? value : undefined
}
