import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Processes } from '../support/processes.ts'

/** A server that is not stopped closes connections within milliseconds. */
const cutWithinMs = 2000

/** Ends all connections to the bus but one. Its server goes on: told of a bound, it closes what is beyond, at random. */
export async function cutBus({ dataFolder, pidOf, base }: Pick<Processes, 'dataFolder' | 'pidOf' | 'base'>) {
  const file = join(dataFolder, 'nats', 'nats-server.conf')
  const configuration = readFileSync(file, 'utf8')
  const reload = (text: string) => {
    writeFileSync(file, text)
    process.kill(pidOf('NATS'), 'SIGHUP')
  }
  // One of two at least is closed; then the bound has done its work, before anybody has connected again.
  const own = [await connected(base.NATS_URL), await connected(base.NATS_URL)]
  const closed = Promise.race(own.map((one) => once(one, 'close')))
  try {
    reload(`${configuration}max_connections: 1\n`)
    await Promise.race([closed, delay(cutWithinMs)])
  } finally {
    reload(configuration)
    for (const one of own) one.destroy()
  }
}

/** Resolves once the server has said who it is: then it counts the connection. */
async function connected(url = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'data')
  return socket
}
