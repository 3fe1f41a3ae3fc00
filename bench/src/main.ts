// npm run bench -- [--targets] [--quick] [--only <text>] [--profile <folder>] [--connections <number>] [--write <section>] [--size <share>]
// Measures the system on a folder of its own; docs/performance.md explains the parts and their targets.
import { terminal as openTerminal, StartError } from '@quire/embedded'
import { readOptions, UsageError } from './options.ts'
import { missedTargets, type Outcome, targetTable } from './part.ts'
import { machineLine, writeSection } from './report/report.ts'
import { runParts } from './run.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

const detailsOf = (outcomes: Outcome[]): string[] =>
  outcomes.flatMap(({ part, failure, details }) => [
    ...(failure === undefined ? [] : [`${part.name} could not be measured: ${failure}`]),
    ...(details === undefined ? [] : [`${part.name}:\n\n${details}`]),
  ])

/** Prints the results. Ends with 1 if a part failed, or with `--targets` if a target was missed; the last line names those. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const outcomes = await runParts(options, openTerminal(process.stderr), stopping.signal)
  const missed = options.targets ? missedTargets(outcomes) : []
  const tables = outcomes.some(({ part }) => part.targets.length > 0) ? [targetTable(outcomes)] : []
  const text = [machineLine(), ...tables, ...detailsOf(outcomes)].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.write) await writeSection(options.write, text)
  if (options.targets)
    process.stdout.write(`\n${missed.length > 0 ? `Missed: ${missed.join('; ')}` : 'All targets are reached.'}\n`)
  if (missed.length > 0 || outcomes.some(({ failure }) => failure !== undefined)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  const isKnown = error instanceof StartError || error instanceof UsageError || stopping.signal.aborted
  process.stderr.write(`bench: ${error instanceof Error ? (!isKnown && error.stack) || error.message : error}\n`)
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
