import express from 'express'
import { announce, rowReader } from './row.ts'

const { DATABASE_URL = '', PORT } = process.env
const read = rowReader(DATABASE_URL)

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.get('/v1/spaces/:id', async (request, response) => {
  const row = await read(request.params.id)
  response.status(row ? 200 : 404).json(row ?? {})
})
app.listen(Number(PORT), '127.0.0.1', announce)
