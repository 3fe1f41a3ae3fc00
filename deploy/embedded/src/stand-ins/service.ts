// Stands in for a service: reads the same environment, tells its parent when it is ready, ends on SIGTERM.
import { createServer } from 'node:http'

const { PORT, HOST, FAIL } = process.env
if (FAIL === 'start') {
  process.stderr.write('Configuration: FAIL is set\n')
  process.exit(1)
}
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ pid: process.pid, env: process.env }))
})
server.listen(Number(PORT), HOST, () => process.send?.({ type: 'ready' }))
process.on('SIGTERM', () => process.exit(0))
