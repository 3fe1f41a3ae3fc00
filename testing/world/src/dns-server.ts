import { createSocket } from 'node:dgram'
import { decode, encode } from 'dns-packet'

/** A DNS server of a test's own. */
export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string
  /** What it says from now on, by name in small letters: a target, or texts; `false` is that it has failed. */
  records: Map<string, { cname?: string; txt?: string[] } | false>
  /** How often it was asked. */
  asked(): number
  close(): void
}

/** Starts one on a free port of this machine; it knows no name at first. */
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
    // Flags: 3 is a name that is not there, 2 a server that failed.
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
