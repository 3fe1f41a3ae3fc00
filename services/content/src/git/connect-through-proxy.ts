import { request } from 'node:http'

/** The ProxyCommand of SSH: connects to a host and port through the proxy of QUIRE_GIT_PROXY, and pipes both ways. */
const [host = '', port = ''] = process.argv.slice(2)
const proxy = new URL(process.env.QUIRE_GIT_PROXY ?? '')
const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
const target = `${host.includes(':') ? `[${host}]` : host}:${port}`

const connecting = request({
  host: proxy.hostname,
  port: proxy.port,
  method: 'CONNECT',
  path: target,
  headers: { 'Proxy-Authorization': `Basic ${credentials}` },
})
connecting.on('connect', ({ statusCode }, socket) => {
  if (statusCode !== 200) process.exit(1)
  socket.on('error', () => process.exit(1))
  socket.on('close', () => process.exit(0))
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
})
connecting.on('response', () => process.exit(1))
connecting.on('error', () => process.exit(1))
connecting.end()
