import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const script = `
const server = require('node:http').createServer((_, response) => response.end('{"is":"back"}'))
server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port))`

/** More than the system queues for a server that accepts none. */
const enough = 8

/** An address that answers nothing to attempts to connect, as one behind a firewall that drops packets. For tests. */
export interface SilentAddress {
  url: string
  /** Lets the server at the address accept connections; it answers each request with JSON. */
  wake(): void
  stop(): Promise<void>
}

/** Stops a server's process and fills its queue of connections: the system then ignores further ones. */
export async function silentAddress(): Promise<SilentAddress> {
  const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout, 'data')
  const port = Number(line)
  server.kill('SIGSTOP')
  const queued: Socket[] = Array.from({ length: enough }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.race(queued.map((one) => once(one, 'connect')))
  const drop = () => {
    for (const one of queued) one.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    wake() {
      drop()
      server.kill('SIGCONT')
    },
    async stop() {
      drop()
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}
