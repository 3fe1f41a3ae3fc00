import type { OwnerName } from '@quire/contracts'
import { secretKey } from '../config.ts'
import { maintenanceOperations } from './maintenance.ts'
import { principalHeader, signAsService } from './principal.ts'

const owners: readonly OwnerName[] = ['identity', 'content', 'sites', 'ai']

/** The port of a service on this machine, and the folder of its keys. */
interface ServiceAddress {
  PORT: string
  SECRETS_DIR: string
}

/**
 * Runs the command `replay <service>`: the service applies its parked events again. Prints the failures and sets the exit
 * code. `addressOf` finds the service; its error is printed as one line.
 */
export async function replayCommand(name: string | undefined, addressOf: (owner: OwnerName) => ServiceAddress) {
  try {
    const owner = owners.find((one) => one === name)
    if (!owner) throw new Error(`say whose events: ${owners.join(', ')}`)
    const { replayed, failures } = await requestReplay(owner, addressOf(owner))
    for (const failure of failures) process.stdout.write(`${failure}\n`)
    process.stdout.write(`${replayed} applied, ${failures.length} still parked\n`)
    process.exitCode = failures.length > 0 ? 1 : 0
  } catch (error) {
    process.stderr.write(`replay: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

async function requestReplay(owner: OwnerName, { PORT, SECRETS_DIR }: ServiceAddress) {
  const operation = maintenanceOperations(owner).replayDeadLetters
  const { method, path, replies } = operation
  const key = secretKey({ SECRETS_DIR }, 'internal.key')
  const principal = signAsService(key, owner, operation, { path })
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, headers: { [principalHeader]: principal } })
  if (!response.ok) throw new Error(`${owner} answered ${response.status}: ${await response.text()}`)
  return replies[200].parse(await response.json())
}
