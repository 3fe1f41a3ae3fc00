// npm run bench [-- --quick] [-- --only <text>] [-- --profile <folder>] [-- --connections <number>] [-- --write <section>]
import { terminal as openTerminal, StartError } from '@quire/embedded'
import { readOptions } from './options.ts'
import { run } from './run.ts'
import { writeSection } from './section.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

try {
  const progress = openTerminal(process.stderr)
  const options = readOptions(process.argv.slice(2))
  const { whole, compared } = await run(options, progress, stopping.signal)
  process.stdout.write(`\n${whole}\n`)
  if (options.write) await writeSection(options.write, compared)
} catch (error) {
  process.exitCode = 1
  const known = error instanceof StartError || stopping.signal.aborted
  process.stderr.write(`bench: ${error instanceof Error ? (!known && error.stack) || error.message : error}\n`)
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
