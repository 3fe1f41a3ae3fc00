// npm run restarts -- [--times <number>] [--away <milliseconds>]
// Kills all servers and services at once, as a power cut does, and measures when pages can be read again. The servers come
// back last, after `away`.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { processNames, serverNames, startProcesses } from '../support/processes.ts'
import { makeGuide } from './guide.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, away: { type: 'string', default: '3000' } },
})
/** Time that the process used so far, by Linux's count of hundredths. */
const cpuSeconds = (pid: number) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}
const say = (line: string) => process.stdout.write(`${line}\n`)

const system = await startProcesses()
try {
  const { token, spacePath, pagePath } = await makeGuide(system)
  const isRead = (path: string, headers: Record<string, string>) =>
    fetch(new URL(path, system.url), { headers, signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    )
  const untilRead = async (path: string, since: number, headers: Record<string, string> = {}) => {
    while (!(await isRead(path, headers))) await delay(50)
    return Math.round(performance.now() - since)
  }
  for (let time = 1; time <= Number(values.times); time += 1) {
    const kill = async () => {
      for (const name of processNames) process.kill(system.pidOf(name), 'SIGKILL')
      const killedAt = performance.now()
      reading = Promise.all([
        untilRead(pagePath, killedAt),
        untilRead(spacePath, killedAt, { authorization: `Bearer ${token}` }),
      ])
      await delay(Number(values.away))
    }
    let reading = Promise.resolve([0, 0])
    await system.whileStopped('NATS', 'SIGKILL', () => system.whileStopped('PostgreSQL', 'SIGKILL', kill))
    const [page, space] = await reading
    // The next kill finds all processes.
    for (const name of processNames) while (!existsSync(`/proc/${system.pidOf(name)}`)) await delay(50)
    const cpu = [...processNames, ...serverNames].map((name) => `${name} ${cpuSeconds(system.pidOf(name))}`)
    say(
      `${time}: a published page is read after ${page} ms, a space after ${space} ms; seconds of CPU: ${cpu.join(', ')}`,
    )
  }
} finally {
  await system.stop()
  await system.remove()
}
