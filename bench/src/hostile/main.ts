// npm run hostile -- [--only <text>] [--write <section>]
// Measures what a bystander of another organization waits for while an attacker asks for what costs most.
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { terminal as openTerminal } from '@quire/embedded'
import { serveArchives } from '../data/archives.ts'
import { createClient, retryUnavailable } from '../load/client.ts'
import { readOptions, UsageError } from '../options.ts'
import { machineLine, writeSection } from '../report/report.ts'
import { rounded, table } from '../report/report-table.ts'
import { startQuire } from '../system.ts'
import type { Attack } from './attacks.ts'
import { type Acts, quantile, type Waited, watch } from './bystander.ts'
import { bystanderActs, makeAttacks } from './targets.ts'

/** The whole run ends after three minutes, whatever the machine has to do. */
const maxMs = 180_000
const quietMs = 6000
const attackMs = 8000
/** An attack has begun: its first answers are under way. */
const leadMs = 500

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())
const deadline = setTimeout(() => stopping.abort(new Error('three minutes are over')), maxMs)

/** Measures the waits of a bystander of another organization, quiet and under each attack. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const { signal } = stopping
  const terminal = openTerminal(process.stderr)
  await using started = new AsyncDisposableStack()
  const archives = await serveArchives()
  started.defer(archives.close)
  const quire = started.use(
    await startQuire({ options, reachable: [new URL(archives.address).host], terminal, signal }),
  )
  const [attacker, bystander] = [
    await quire.token('eve@example.com', 'Eve'),
    await quire.token('bob@example.com', 'Bob'),
  ]
  const clientOf = (token: string) => createClient(quire.gateway, signal, { authorization: `Bearer ${token}` })
  const by = (token: string) => ({ send: retryUnavailable(clientOf(token)), archives: archives.address })
  terminal.line('  making what is read and what is attacked')
  const acts = await bystanderActs(by(bystander))
  const attacks = await makeAttacks(by(attacker), attacker)
  const send = clientOf(bystander)
  await watch(send, acts, quietMs / 2)
  terminal.line('  quiet')
  const quiet = await watch(send, acts, quietMs)
  const rows: string[][] = []
  const chosen = attacks.filter(({ name }) => name.includes(options.only))
  if (chosen.length === 0)
    throw new UsageError(
      `--only: no attack has "${options.only}" in its name: ${attacks.map(({ name }) => name).join('; ')}`,
    )
  for (const attack of chosen) {
    signal.throwIfAborted()
    terminal.line(`  ${attack.name}`)
    rows.push(...(await rowsOf({ gateway: quire.gateway, attack, acts, send, quiet })))
  }
  const heads = [
    'attack',
    'bystander',
    'p50 quiet',
    'p50',
    'p99 quiet',
    'p99',
    'ratio of p99',
    'not 2xx',
    'the attacker’s answers',
  ]
  const load = `Milliseconds. The load of the machine was ${loadavg().map(rounded).join(', ')} (1, 5, 15 minutes).`
  const text = [machineLine(), load, table(heads, rows)].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.write) await writeSection(options.write, text)
}

interface Round {
  gateway: string
  attack: Attack
  acts: Acts
  send: ReturnType<typeof createClient>
  quiet: Waited
}

/** Watches the bystander during an attack, and returns a row for each of the bystander's acts. */
async function rowsOf({ gateway, attack, acts, send, quiet }: Round): Promise<string[][]> {
  const thread = new Worker(new URL('./attack-thread.ts', import.meta.url), { workerData: { gateway, attack } })
  try {
    await new Promise((resolve) => setTimeout(resolve, leadMs))
    const { times, failures } = await watch(send, acts, attackMs)
    const answers = new Promise<Record<string, number>>((resolve) => thread.once('message', resolve))
    thread.postMessage('end')
    const answered = Object.entries(await answers).map(([status, count]) => `${count} × ${status}`)
    const failed = [...failures].map(([status, count]) => `${count} × ${status}`)
    return [...times].map(([name, took], at) => {
      const before = quiet.times.get(name) ?? []
      const [p50, p99, quiet50, quiet99] = [took, before].flatMap((all) => [
        quantile(all, 0.5),
        quantile(all, 0.99),
      ]) as [number, number, number, number]
      const figures = [quiet50, p50, quiet99, p99, p99 / quiet99].map(rounded)
      return [
        at === 0 ? attack.name : '',
        name,
        ...figures,
        at === 0 ? failed.join(', ') : '',
        at === 0 ? answered.join(', ') : '',
      ]
    })
  } finally {
    await thread.terminate()
  }
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`hostile: ${error instanceof Error ? error.stack : error}\n`)
}
clearTimeout(deadline)
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
