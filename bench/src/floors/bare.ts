import { createServer } from 'node:http'
import { announce, membersReader, rowReader, spacesReader } from './floor.ts'

const { CONTENT_DATABASE = '', IDENTITY_DATABASE = '', PUBLIC_URL = '', PORT } = process.env
const readRow = rowReader(CONTENT_DATABASE)
const readMembers = membersReader(IDENTITY_DATABASE, PUBLIC_URL)
const readSpaces = spacesReader(CONTENT_DATABASE, PUBLIC_URL)

const server = createServer((request, response) => {
  const [, , kind, id = '', of] = request.url?.split('/') ?? []
  const reading = kind === 'spaces' ? readRow(id) : of === 'members' ? readMembers(id) : readSpaces(id)
  reading.then(
    (body) =>
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {})),
    (error: Error) => response.destroy(error),
  )
})
server.listen(Number(PORT), '127.0.0.1', announce)
