// npm run bench [-- --targets] [-- --quick] [-- --only <text>] [-- --profile <folder>] [-- --connections <number>] [-- --write <section>]
import { terminal as openTerminal, StartError } from '@quire/embedded'
import { runGoals } from './goals/run.ts'
import { type Options, readOptions } from './options.ts'
import { run } from './run.ts'
import { writeSection } from './section.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

const progress = openTerminal(process.stderr)

async function measure(options: Options) {
  const { whole, compared } = await run(options, progress, stopping.signal)
  process.stdout.write(`\n${whole}\n`)
  if (options.write) await writeSection(options.write, compared)
}

/** Ends with 1 where a target was missed; the last line names those. */
async function judge(options: Options) {
  const { text, missed } = await runGoals(options, progress, stopping.signal)
  process.stdout.write(
    `\n${text}\n\n${missed.length > 0 ? `Missed: ${missed.join('; ')}` : 'All targets are reached.'}\n`,
  )
  if (missed.length > 0) process.exitCode = 1
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.targets) await judge(options)
  else await measure(options)
} catch (error) {
  process.exitCode = 1
  const known = error instanceof StartError || stopping.signal.aborted
  process.stderr.write(`bench: ${error instanceof Error ? (!known && error.stack) || error.message : error}\n`)
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
