import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that leads to a service which starts later: content and ai each need the other's at their start. */
export async function openEntrance() {
  const sockets = new Set<Socket>()
  let port: number | undefined
  const server = createServer((incoming) => {
    if (port === undefined) return void incoming.destroy()
    const outgoing = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Leads there from now on. */
    leadTo(to: number) {
      port = to
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
