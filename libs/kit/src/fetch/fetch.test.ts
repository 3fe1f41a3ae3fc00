import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from '@jest/globals'
import { OutboundAllow } from './allow.ts'
import { type GuardedFetchOptions, guardedClient, guardedFetch } from './fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a server on loopback; resolves with its port. */
function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

const hello: RequestListener = (_, response) => void response.setHeader('Content-Type', 'text/plain').end('hello')

type Changes = Partial<GuardedFetchOptions> & { allowed?: string }
function get(url: string, { allowed = '', ...changes }: Changes = {}) {
  const allow = OutboundAllow.parse(allowed)
  return guardedFetch(url, { allow, field: 'body.url', maxBytes: 1000, timeoutMs: 5000, ...changes })
}

const refused = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })
const notPublic = refused(/^body\.url: leads to an address that is not public/)

test('a page on an allowed host and port is fetched with its type and final address', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/from') return void response.writeHead(302, { Location: '/to' }).end()
    hello(request, response)
  })
  const fetched = await get(`http://127.0.0.1:${port}/from`, { allowed: `127.0.0.1:${port}` })
  expect(fetched).toEqual({
    body: Buffer.from('hello'),
    contentType: 'text/plain',
    url: `http://127.0.0.1:${port}/to`,
    etag: '',
    isKnown: false,
  })
})

test('what the server still has under a known mark is not transferred again', async () => {
  const port = await serve((request, response) => {
    response.setHeader('ETag', '"1"')
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end()
    hello(request, response)
  })
  const fetched = (knownEtag?: string) => get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}`, knownEtag })
  expect(await fetched()).toMatchObject({ etag: '"1"', isKnown: false })
  expect(await fetched('"1"')).toMatchObject({ body: Buffer.alloc(0), isKnown: true })
})

test('an exception for one port opens no other on the same host', async () => {
  const [allowed, other] = [await serve(hello), await serve(hello)]
  await expect(get(`http://127.0.0.1:${other}/`, { allowed: `127.0.0.1:${allowed}` })).rejects.toMatchObject(notPublic)
})

test.each([
  'http://127.0.0.1',
  'http://127.1',
  'http://127.0.1',
  'http://0',
  'http://2130706433',
  'http://0x7f.0.0.1',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://017700000001',
  'http://①②⑦.⓪.⓪.①',
  'http://127。0。0。1',
  'http://%31%32%37.0.0.1',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://[64:ff9b:1::127.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:7f00:1::]',
  'http://[fe80::1]',
  'http://[fd00::1]',
])('an address inside is refused when written as %s, and nothing is sent there', async (host) => {
  let asked = 0
  const port = await serve((request, response) => {
    asked += 1
    hello(request, response)
  })
  await expect(get(`${host}:${port}/`)).rejects.toMatchObject(notPublic)
  expect(asked).toBe(0)
})

test.each([
  'http://[fe80::1%25eth0]/',
  'http://[::1%lo]/',
  'http://256.0.0.1/',
  'http://0x100000000/',
  'http://1.2.3.4.5/',
])('%s, which is no address, is no URL', async (url) => {
  await expect(get(url)).rejects.toMatchObject(refused(/not a valid URL/))
})

test('a name that resolves to loopback is refused', async () => {
  await expect(get(`http://localhost:${await serve(hello)}/`)).rejects.toMatchObject(notPublic)
})

test.each(['10.0.0.1', '169.254.169.254', '::1', '::ffff:192.168.0.1', '64:ff9b::a00:1', 'fe80::1%eth0'])(
  'a name that resolves to %s is refused',
  async (address) => {
    const resolve: GuardedFetchOptions['resolve'] = (_, __, callback) =>
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    await expect(get('http://docs.example/', { resolve })).rejects.toMatchObject(notPublic)
  },
)

test('a name that changes its answer after a redirect to itself is checked again', async () => {
  const answers = ['127.0.0.1', '127.0.0.1']
  const changing: GuardedFetchOptions['resolve'] = (_, __, callback) =>
    callback(null, [{ address: answers.shift() ?? '10.0.0.1', family: 4 }])
  const port = await serve((_, response) => void response.writeHead(302, { Location: 'http://inner.example/' }).end())
  const fetched = get(`http://docs.example:${port}/`, { resolve: changing, allowed: `docs.example:${port}` })
  await expect(fetched).rejects.toMatchObject(notPublic)
})

test('a name with a public and a private address is refused', async () => {
  const mixed: GuardedFetchOptions['resolve'] = (_, __, callback) =>
    callback(null, [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  const port = await serve(hello)
  await expect(get(`http://docs.example:${port}/`, { resolve: mixed })).rejects.toMatchObject(notPublic)
})

test('a name is looked up once, to be checked and to connect: it cannot change in between', async () => {
  const asked: string[] = []
  const noting: GuardedFetchOptions['resolve'] = (host, _, callback) => {
    asked.push(host)
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const port = await serve(hello)
  await expect(get(`http://docs.example:${port}/`, { resolve: noting })).rejects.toMatchObject(notPublic)
  await get(`http://intranet.example:${port}/`, { resolve: noting, allowed: `intranet.example:${port}` })
  expect(asked).toEqual(['docs.example', 'intranet.example'])
})

test.each([
  ['a private address', 'http://10.0.0.1/'],
  ['machine metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['a name inside', 'http://localhost:1/'],
])('a redirect to %s is refused', async (_, location) => {
  const port = await serve((__, response) => void response.writeHead(302, { Location: location }).end('inside'))
  await expect(get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(notPublic)
})

test.each([
  ['userinfo', (port: number) => `http://127.0.0.1:${port}@localhost:${port}/`, /user name or password/],
  ['a trailing dot', (port: number) => `http://localhost.:${port}/`, /dot at the end/],
  ['another scheme', (port: number) => `ftp://127.0.0.1:${port}/`, /http or https/],
  ['a file', () => 'file:///etc/passwd', /http or https/],
  ['no URL at all', () => 'fluentd.zip', /not a valid URL/],
])('an exception for a host and port does not let through %s', async (_, url, message) => {
  const port = await serve(hello)
  await expect(get(url(port), { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(refused(message))
})

test('an exception also matches a host written in capitals', async () => {
  const port = await serve(hello)
  await expect(get(`http://LOCALHOST:${port}/`, { allowed: `LocalHost:${port}` })).resolves.toMatchObject({
    body: Buffer.from('hello'),
  })
})

test.each([
  ['announced', true],
  ['sent in chunks', false],
])('more bytes than allowed are refused when %s', async (_, announced) => {
  const port = await serve((__, response) => {
    if (announced) response.setHeader('Content-Length', 2000)
    response.write('x'.repeat(500))
    response.end('x'.repeat(1500))
  })
  await expect(get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(
    refused(/larger than 1000 bytes/),
  )
})

test('an answer without end is given up once it is larger than allowed, however it was announced', async () => {
  const port = await serve((_, response) => {
    const send = () => {
      while (response.write('x'.repeat(1000)));
    }
    response.on('drain', send)
    send()
  })
  const pieces: number[] = []
  const write = async (piece: Buffer) => void pieces.push(piece.length)
  const fetched = get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}`, write, maxBytes: 100_000 })
  await expect(fetched).rejects.toMatchObject(refused(/larger than 100000 bytes/))
  expect(pieces.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000)
})

test('what comes compressed is refused, so that nothing small becomes large here', async () => {
  const port = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity')
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000)))
  })
  await expect(get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(
    refused(/came compressed, unasked/),
  )
})

test('headers without end are refused', async () => {
  const port = await serve((_, response) => void response.setHeader('X-Long', 'x'.repeat(100_000)).end())
  await expect(get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(
    refused(/its headers are too large/),
  )
})

test('a server that sends drop by drop is given up when its time is over, not with its last drop', async () => {
  const port = await serve((_, response) => {
    response.write('a')
    const drops = setInterval(() => response.write('a'), 10)
    response.on('close', () => clearInterval(drops))
  })
  const fetched = get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}`, timeoutMs: 100 })
  await expect(fetched).rejects.toMatchObject(refused(/took longer than 0.1 seconds/))
})

test('one client fetches many things over a few connections, and a redirect may be kept from other hosts', async () => {
  const sockets = new Set<unknown>()
  const port = await serve((request, response) => {
    sockets.add(request.socket)
    if (request.url === '/away') return void response.writeHead(302, { Location: `http://localhost:${port}/` }).end()
    hello(request, response)
  })
  await using client = guardedClient({ allow: OutboundAllow.parse(`127.0.0.1:${port},localhost:${port}`) })
  const options = { field: 'body.url', maxBytes: 1000, timeoutMs: 5000 }
  await Promise.all(Array.from({ length: 20 }, (_, at) => client.get(`http://127.0.0.1:${port}/${at}`, options)))
  expect(sockets.size).toBeLessThanOrEqual(4)
  const follows = ({ hostname }: URL) => hostname === '127.0.0.1'
  await expect(client.get(`http://127.0.0.1:${port}/away`, { ...options, follows })).rejects.toMatchObject(
    refused(/redirects to another place/),
  )
})

test('a refusal says what the server answered, and how long it wants to be left alone', async () => {
  const answers = ['120', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', undefined]
  const port = await serve((_, response) => {
    const after = answers.shift()
    response.writeHead(503, after === undefined ? {} : { 'Retry-After': after }).end()
  })
  const said = async () =>
    (await get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` }).catch((error) => error)).answer
  expect([await said(), await said(), await said(), await said()]).toEqual(
    [120_000, 0, undefined, undefined].map((retryAfterMs) => ({ status: 503, retryAfterMs })),
  )
})

test('a server that never ends its answer is given up', async () => {
  const port = await serve((_, response) => void response.write('and so on'))
  const fetched = get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}`, timeoutMs: 100 })
  await expect(fetched).rejects.toMatchObject(refused(/took longer than 0.1 seconds/))
})

test('a caller who goes away ends the fetch', async () => {
  const abort = new AbortController()
  const port = await serve(() => abort.abort())
  const fetched = get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}`, signal: abort.signal })
  await expect(fetched).rejects.toMatchObject({ name: 'AbortError' })
})

test('redirects in a circle are refused', async () => {
  const port = await serve((_, response) => void response.writeHead(302, { Location: '/' }).end())
  await expect(get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` })).rejects.toMatchObject(
    refused(/redirects more than 5 times/),
  )
})

test('a refusal repeats nothing of what the server said', async () => {
  const port = await serve((_, response) => void response.writeHead(500, 'secret reason').end('secret body'))
  const error = await get(`http://127.0.0.1:${port}/`, { allowed: `127.0.0.1:${port}` }).catch((reason) => reason)
  expect(error).toMatchObject({ status: 400, message: 'body.url: could not be fetched: the server answered 500' })
})

test('an unreachable server is a refusal, not a bug', async () => {
  const allow = { allowed: '127.0.0.1:1' }
  await expect(get('http://127.0.0.1:1/', allow)).rejects.toMatchObject(refused(/nothing answers there/))
})

test('an unknown host is a refusal, not a bug', async () => {
  const unknown: GuardedFetchOptions['resolve'] = (_, __, callback) =>
    callback(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), [])
  await expect(get('http://docs.example/', { resolve: unknown })).rejects.toMatchObject(refused(/host is not known/))
})

test.each(['localhost', 'localhost:', 'http://localhost:80', 'a@b:80', 'localhost.:80', 'localhost:99999'])(
  'OUTBOUND_ALLOW refuses %s',
  (entry) => {
    expect(OutboundAllow.safeParse(entry).success).toBe(false)
  },
)

test.each([
  ['before its answer', () => undefined],
  ['in the middle of it', (response: Parameters<RequestListener>[1]) => void response.write('half')],
])('a server that falls silent %s is given up long before the timeout of the whole', async (_, begin) => {
  const port = await serve((__, response) => begin(response))
  const url = `http://127.0.0.1:${port}/`
  const fetched = get(url, { allowed: `127.0.0.1:${port}`, timeoutMs: 3_600_000, idleTimeoutMs: 100 })
  await expect(fetched).rejects.toMatchObject(refused(/the server was silent for too long/))
})
