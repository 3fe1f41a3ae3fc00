import express from 'express'
import { announce, membersReader, rowReader, spacesReader } from './floor.ts'

const { CONTENT_DATABASE = '', IDENTITY_DATABASE = '', PUBLIC_URL = '', PORT } = process.env
const readRow = rowReader(CONTENT_DATABASE)
const readMembers = membersReader(IDENTITY_DATABASE, PUBLIC_URL)
const readSpaces = spacesReader(CONTENT_DATABASE, PUBLIC_URL)

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.get('/v1/spaces/:id', async (request, response) => {
  const row = await readRow(request.params.id)
  response.status(row ? 200 : 404).json(row ?? {})
})
app.get('/v1/orgs/:id/members', async (request, response) => {
  response.json(await readMembers(request.params.id))
})
app.get('/v1/orgs/:id/spaces', async (request, response) => {
  response.json(await readSpaces(request.params.id))
})
app.listen(Number(PORT), '127.0.0.1', announce)
