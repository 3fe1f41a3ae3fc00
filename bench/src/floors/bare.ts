import { createServer } from 'node:http'
import { announce, rowReader } from './row.ts'

const { DATABASE_URL = '', PORT } = process.env
const read = rowReader(DATABASE_URL)

const server = createServer((request, response) => {
  read(request.url?.slice('/v1/spaces/'.length) ?? '').then(
    (row) => response.writeHead(row ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(row ?? {})),
    (error: Error) => response.destroy(error),
  )
})
server.listen(Number(PORT), '127.0.0.1', announce)
