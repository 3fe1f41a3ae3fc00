import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from '@jest/globals'
import { foundBy, subjectOf } from '../subject.fixture.ts'
import { mailCheck, modelCheck, storageCheck } from './outside.ts'

const servers: Server[] = []
const before = { ...process.env }
afterAll(() => {
  for (const one of servers) one.close()
  for (const name of Object.keys(credentials)) delete process.env[name]
  Object.assign(process.env, before)
})

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const serve = async (answer: RequestListener) => `http://127.0.0.1:${await listening(createHttpServer(answer))}`

/** A mail server that begins with a line and answers each command with one. */
const mailServer = async (greeting: string, answer: string) => {
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(`${greeting}\r\n`)
      socket.on('data', () => socket.write(`${answer}\r\n`))
    }),
  )
  return `smtp://127.0.0.1:${port}`
}
const mail = (SMTP_URL: string) => foundBy(mailCheck(subjectOf({ identity: { SMTP_URL } })))

test('a mail server that answers is fine; one that refuses, or is not there, is a problem with its own words', async () => {
  expect(await mail(await mailServer('220 mail.example', '250 mail.example'))).toEqual(['fine: 127.0.0.1 answers'])
  expect(await mail(await mailServer('554 5.7.1 not from you', '250 no'))).toEqual([
    expect.stringMatching(/^problem: .*554 5\.7\.1 not from you/),
  ])
  expect(await mail(await mailServer('220 mail.example', '421 4.3.2 closing'))).toEqual([
    expect.stringMatching(/^problem: .*421 4\.3\.2 closing/),
  ])
  const url = await mailServer('220 gone', '250 gone')
  servers.at(-1)?.close()
  expect(await mail(url)).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED/)])
  expect(await mail('')).toEqual(['warning: mail waits in the database'])
})

const model = (env: NodeJS.ProcessEnv) => foundBy(...modelCheck(subjectOf({ ai: env })))

test('the endpoint of the language model refuses a wrong key, and lacks a model by its name', async () => {
  const AI_BASE_URL = await serve(({ headers, url }, response) => {
    const isKnown = headers.authorization === 'Bearer right'
    response.writeHead(url === '/v1/models' ? (isKnown ? 200 : 401) : 404)
    response.end(JSON.stringify({ data: [{ id: 'small:latest' }, { id: 'large' }] }))
  }).then((url) => `${url}/v1/`)
  const env = { AI_BASE_URL, AI_API_KEY: 'right', AI_MODEL: 'small', AI_EMBEDDING_MODEL: '' }
  expect(await model(env)).toEqual(['fine: the endpoint answers'])
  expect(await model({ ...env, AI_API_KEY: 'wrong' })).toEqual(['problem: the endpoint refuses the key (401)'])
  expect(await model({ ...env, AI_MODEL: 'huge', AI_EMBEDDING_MODEL: 'large' })).toEqual([
    'warning: the endpoint does not list huge',
  ])
  expect(await model({ ...env, AI_BASE_URL: AI_BASE_URL.replace('/v1', '/v2') })).toEqual([
    'warning: the endpoint answers 404 to a list of models',
  ])
  expect(await model({ AI_BASE_URL: '' })).toEqual([])
})

const credentials = { AWS_ACCESS_KEY_ID: 'doctor', AWS_SECRET_ACCESS_KEY: 'doctor' }
const storage = { ...credentials, BLOBS_S3_BUCKET: 'quire', DATA_DIR: tmpdir() }
const refusalOf = (code: string, words: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${words}</Message></Error>`

test('storage is fine if it lists its files; a refusal of the bucket is a problem with its own words', async () => {
  const bucket = (answer: RequestListener) =>
    serve(answer).then((BLOBS_S3_ENDPOINT) =>
      foundBy(storageCheck(subjectOf({ content: { ...storage, BLOBS_S3_ENDPOINT } }))),
    )
  const list = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'
  expect(await bucket((_, response) => response.end(list))).toEqual(['fine: in the bucket quire'])
  expect(
    await bucket((_, response) => response.writeHead(403).end(refusalOf('AccessDenied', 'Access Denied.'))),
  ).toEqual(['problem: Access Denied.'])
  expect(
    await bucket((_, response) => response.writeHead(404).end(refusalOf('NoSuchBucket', 'There is no such bucket.'))),
  ).toEqual(['problem: There is no such bucket.'])
  expect(await foundBy(storageCheck(subjectOf({ content: { DATA_DIR: '/nowhere/at/all' } })))).toEqual([
    expect.stringMatching(/^problem: ENOENT/),
  ])
})
