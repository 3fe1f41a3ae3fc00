// npm run -s token -- --email <address> [--name <name>] [--expires <duration>] [--scope full|read] [--address <ip>]
// Prints an access token of a person, who is created if needed. Durations are such as 30s, 15m, 1h or 90d, which is usual.
import { readFlags } from './flags.ts'
import { issueToken } from './issue.ts'
import { findSystem } from './system-config.ts'

try {
  const flags = readFlags(process.argv.slice(2))
  process.stdout.write(`${await issueToken(findSystem(process.env), flags)}\n`)
} catch (error) {
  process.stderr.write(`token: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
