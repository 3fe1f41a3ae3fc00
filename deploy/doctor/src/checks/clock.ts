import { type Seen, warning } from '../run-checks.ts'

/** Tokens and leases bear seconds; more makes logs and expiry dates wrong. */
const maxSkewMs = 5000

/** Compares the clock of a server, as it was at some time between two times of this machine. */
export function clockSeen(
  server: string,
  serverMs: number,
  { before, after }: { before: number; after: number },
): Seen[] {
  if (!Number.isFinite(serverMs)) return []
  const ahead = serverMs > after ? serverMs - after : serverMs < before ? serverMs - before : 0
  if (Math.abs(ahead) <= maxSkewMs) return []
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const text = `the clock of ${server} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine`
  return [warning(text, 'Have both machines follow a time server.')]
}
