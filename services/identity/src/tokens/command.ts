// npm run -s token -- --email <address> | --installation [--name <name>] [--expires <duration>] [--scope full|read] [--address <ip>]
// Prints an access token of a person, who is created if needed, or one of the installation, which manages it and can do nothing
// else. Durations are such as 30s, 15m, 1h or 90d, which is usual.
import { readFlags, readInstallationFlags } from './flags.ts'
import { issueInstallationToken, issueToken } from './issue.ts'
import { findSystem } from './system-config.ts'

const args = process.argv.slice(2)

function issue(): Promise<string> {
  const isOfInstallation = args.includes('--installation')
  if (isOfInstallation) return issueInstallationToken(findSystem(process.env), readInstallationFlags(args))
  return issueToken(findSystem(process.env), readFlags(args))
}

try {
  process.stdout.write(`${await issue()}\n`)
} catch (error) {
  process.stderr.write(`token: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
