import express from 'express'
import { listReader } from './list.ts'
import { announce, rowReader } from './row.ts'

const { CONTENT_DATABASE = '', IDENTITY_DATABASE = '', PUBLIC_URL = '', PORT } = process.env
const readRow = rowReader(CONTENT_DATABASE)
const readList = listReader(IDENTITY_DATABASE, PUBLIC_URL)

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.get('/v1/spaces/:id', async (request, response) => {
  const row = await readRow(request.params.id)
  response.status(row ? 200 : 404).json(row ?? {})
})
app.get('/v1/orgs/:id/members', async (request, response) => {
  response.json(await readList(request.params.id))
})
app.listen(Number(PORT), '127.0.0.1', announce)
