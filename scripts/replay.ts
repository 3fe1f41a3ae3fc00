// npm run -s replay -- <service>
// Applies again the events that a service parked because it could not apply them, once the reason is mended.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Runtime } from '../deploy/embedded/src/runtime-file.ts'
import { maintenanceOperations, principalHeader, secretKey, signPrincipal } from '../libs/kit/src/index.ts'

const owners = ['identity', 'content', 'sites', 'ai'] as const

try {
  const { replayed, failures } = await replay(process.argv[2])
  for (const failure of failures) process.stdout.write(`${failure}\n`)
  process.stdout.write(`${replayed} applied, ${failures.length} still parked\n`)
  process.exitCode = failures.length > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`replay: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function replay(name: string | undefined): Promise<{ replayed: number; failures: string[] }> {
  const owner = owners.find((one) => one === name)
  if (!owner) throw new Error(`say whose events: ${owners.join(', ')}`)
  const { PORT, SECRETS_DIR } = environmentOf(owner)
  const { id, method, path } = maintenanceOperations(owner).replayDeadLetters
  const key = secretKey({ SECRETS_DIR }, 'internal.key')
  const caller = { kind: 'service', scope: 'full' } as const
  const principal = signPrincipal(key, owner, { caller, operation: id, method, path })
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, headers: { [principalHeader]: principal } })
  if (!response.ok) throw new Error(`${owner} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<{ replayed: number; failures: string[] }>
}

/** Where the running system's file says the service is, else the environment. */
function environmentOf(owner: string): { PORT: string; SECRETS_DIR: string } {
  const { PORT, SECRETS_DIR, DATA_DIR } = process.env
  if (PORT && SECRETS_DIR) return { PORT, SECRETS_DIR }
  const file = join(resolve(DATA_DIR ?? '.data'), 'runtime.json')
  const env = Runtime.parse(JSON.parse(readFileSync(file, 'utf8'))).services[owner]?.env
  if (!env?.PORT || !env.SECRETS_DIR) throw new Error(`${owner} does not run here: start Quire with "npm start"`)
  return { PORT: env.PORT, SECRETS_DIR: env.SECRETS_DIR }
}
