// npm run soak -- [--minutes <number>]
// Runs a system at half of its capacity, for ten minutes or those given, and compares memory, descriptors, connections,
// waiting events, the distance of projectors to the end of the stream, rows of tables and sizes of databases of the last part
// with those after the first tenth. Exits with 1 if one of them has grown by more than the writes explain, or a request failed.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { BaseConfig, createLog, openBus } from '@quire/kit'
import { startProcesses } from '../support/processes.ts'
import { steadyLoad } from '../support/steady-load.ts'
import { asFastAsPossible } from './as-fast-as-possible.ts'
import { readsForWrite, requestsOf } from './requests.ts'
import { grown, type Sample, sampleOf, table } from './samples.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0 && minutes <= 24 * 60)) {
  process.stderr.write('soak: --minutes must be a number of up to 1440\n')
  process.exit(2)
}

const warmUpMs = 20_000
const capacityMs = 20_000
/** The number of samples of a run, of which the first tenth does not count. */
const samples = 120

const begun = performance.now()
const say = (text: string) =>
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${text}\n`)

const system = await startProcesses()
const bus = await openBus(BaseConfig.parse(system.base), 'soak', createLog('soak', 'silent'))
try {
  const requestOf = await requestsOf(system)
  await asFastAsPossible(system.url, requestOf, warmUpMs)
  const capacity = await asFastAsPossible(system.url, requestOf, capacityMs)
  const rate = capacity / 2
  say(`${capacity.toFixed(0)} requests a second at most, ${rate.toFixed(0)} from now on`)
  const load = steadyLoad(system.url, { requestOf, perSecond: rate })
  const taken: Sample[] = []
  for (let n = 0; n < samples; n += 1) {
    await delay((minutes * 60_000) / samples)
    taken.push(await sampleOf(system, bus))
    if (n % 12 === 11) say(`${Math.round(((n + 1) / samples) * 100)} %`)
  }
  const { count } = await load.end()
  const { failures } = load
  const steady = taken.slice(samples / 10)
  process.stdout.write(`${table(steady)}\n\n${count} requests in ${minutes} min, ${failures.length} failed\n`)
  const problems = [...grown(steady, count / readsForWrite), ...[...new Set(failures)].slice(0, 10)]
  for (const one of problems) process.stdout.write(`${one}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await bus.close()
  await system.stop()
  await system.remove()
}
