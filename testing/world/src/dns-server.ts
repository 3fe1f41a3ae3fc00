import { createSocket } from 'node:dgram'
import { decode, encode } from 'dns-packet'

/** A DNS server of a test's own. */
export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string
  /** The records, by name in lower case: a target, or texts; `false` is answered as a failure of the server. */
  records: Map<string, { cname?: string; txt?: string[] } | false>
  /** Returns the number of queries. */
  asked(): number
  close(): void
}

/** Starts a DNS server without records on a free port of this machine. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const records: DnsServer['records'] = new Map()
  let asked = 0
  socket.on('message', (message, { port, address }) => {
    asked += 1
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const name = question?.name ?? ''
    const known = records.get(name.toLowerCase())
    // Flags: 3 is an unknown name, 2 a failure of the server.
    const flags = known === undefined ? 3 : known === false ? 2 : 0
    const { cname, txt = [] } = known || {}
    const answers = [
      ...(question?.type === 'CNAME' && cname !== undefined ? [{ type: 'CNAME' as const, name, data: cname }] : []),
      ...(question?.type === 'TXT' ? txt.map((data) => ({ type: 'TXT' as const, name, data })) : []),
    ]
    const reply = { type: 'response' as const, id: id ?? 0, flags, questions, answers }
    socket.send(encode(reply), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, records, asked: () => asked, close: () => socket.close() }
}
