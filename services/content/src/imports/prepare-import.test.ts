import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { OutboundAllow } from '@quire/kit'
import { parser } from '../../tests/imports/plan.fixture.ts'
import { zip } from './archives.fixture.ts'
import { prepareImport } from './prepare-import.ts'
import { bounds } from './reading.fixture.ts'

const answers: Record<string, () => Promise<Buffer> | Buffer> = {
  '/docs.zip': () => zip({ 'README.md': '# Home' }),
  '/guide%20one.md': () => Buffer.from('# The guide\n\nText'),
}
const source = createServer(async (request, response) => {
  const answer = answers[request.url ?? '']
  response.writeHead(answer ? 200 : 404).end(await answer?.())
})
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const address = source.address()
  host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
})
afterAll(() => {
  source.close()
  source.closeAllConnections()
})

const prepare = (path: string, kind: string, allowed = host) =>
  prepareImport({
    url: `http://${host}${path}`,
    source: kind,
    allow: OutboundAllow.parse(allowed),
    signal: new AbortController().signal,
    folder: tmpdir(),
    bounds,
    parser,
    storeText: async (markdown) => markdown,
    storeFile: async (_, bytes) => ({ blob: '', size: bytes.length, contentType: '' }),
  })

test('an archive is fetched and read', async () => {
  expect((await prepare('/docs.zip', 'zip')).pages).toEqual([expect.objectContaining({ title: 'Home' })])
})

test('a single page is fetched and read', async () => {
  expect((await prepare('/guide%20one.md', 'markdown')).pages).toEqual([
    expect.objectContaining({ title: 'The guide', gitPath: 'guide-one.md', document: 'Text' }),
  ])
})

test.each(['google-docs', 'constructor'])('the source %s is refused', async (kind) => {
  await expect(prepare('/docs.zip', kind)).rejects.toMatchObject({
    status: 400,
    message: `body.source: ${kind} is not read yet`,
  })
})

test('an import reaches nothing inside the network', async () => {
  await expect(prepare('/docs.zip', 'zip', '')).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^body\.url: leads to an address that is not public/),
  })
})

test('what is not there is a refusal, not a bug', async () => {
  await expect(prepare('/gone.zip', 'zip')).rejects.toMatchObject({
    status: 400,
    message: 'body.url: could not be fetched: the server answered 404',
  })
})
