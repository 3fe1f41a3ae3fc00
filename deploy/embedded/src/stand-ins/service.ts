// Stands in for a service: reads the same environment, notifies its parent when it is ready, ends on SIGTERM.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const { PORT, HOST, FAIL, DATA_DIR = '' } = process.env
if (FAIL === 'start') {
  process.stderr.write('Configuration: FAIL is set\n')
  process.exit(1)
}
const obstacle = join(DATA_DIR, `obstacle-${PORT}`)
if (existsSync(obstacle)) throw new Error(`${obstacle} is in the way`)
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ pid: process.pid, env: process.env }))
})
server.listen(Number(PORT), HOST, () => process.send?.({ type: 'ready' }))
process.on('SIGTERM', () => process.exit(0))
