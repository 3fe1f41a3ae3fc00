import { createServer } from 'node:http'
import { listReader } from './list.ts'
import { announce, rowReader } from './row.ts'

const { CONTENT_DATABASE = '', IDENTITY_DATABASE = '', PUBLIC_URL = '', PORT } = process.env
const readRow = rowReader(CONTENT_DATABASE)
const readList = listReader(IDENTITY_DATABASE, PUBLIC_URL)

const server = createServer((request, response) => {
  const [, , kind, id = ''] = request.url?.split('/') ?? []
  const reading = kind === 'orgs' ? readList(id) : readRow(id)
  reading.then(
    (body) =>
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {})),
    (error: Error) => response.destroy(error),
  )
})
server.listen(Number(PORT), '127.0.0.1', announce)
