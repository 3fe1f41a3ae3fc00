import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { createLog } from '@quire/kit'
import { printFontsOf } from './print-fonts.ts'

const parts = { internalKey: createSecretKey(Buffer.alloc(32)), log: createLog('test', 'fatal') }
const never = new AbortController().signal
const found = { text: { fontFamily: 'Own', faces: [{ weight: 400, file: 'font/a' }] } }

/** Serves these answers as sites would, in turn; returns what finds the fonts, and the requests that came. */
async function servedBy(...answers: [status: number, body: object][]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const [status, body] = answers.shift() ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fontsOf = printFontsOf({ ...parts, sitesUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { fontsOf, requests, close }
}

test('the bytes of a font are read once, as long as it is the same file', async () => {
  const base64 = Buffer.from('bytes').toString('base64')
  const { fontsOf, requests, close } = await servedBy([200, found], [200, { base64 }], [200, found])
  const first = await fontsOf('manual', never)
  expect(first.faces).toEqual([{ use: 'text', fontFamily: 'Own', weight: 400, bytes: Buffer.from('bytes') }])
  expect(await fontsOf('manual', never)).toEqual(first)
  const path = '/internal/spaces/manual/print-fonts'
  expect(requests).toEqual([`GET ${path}`, `POST ${path}`, `GET ${path}`])
  close()
})

test.each<[string, [number, object][]]>([
  ['refuses', [[503, {}]]],
  ['answers something else', [[200, { text: 'x' }]]],
  [
    'has the file no longer',
    [
      [200, found],
      [200, {}],
    ],
  ],
])('where sites %s there are no fonts, and the PDF is made without them', async (_, answers) => {
  const { fontsOf, close } = await servedBy(...answers)
  expect(await fontsOf('manual', never)).toEqual({ faces: [], digest: '' })
  close()
})

test('where sites is not there are no fonts either, and who has left is no longer answered', async () => {
  const { fontsOf, close } = await servedBy()
  close()
  expect(await fontsOf('manual', never)).toEqual({ faces: [], digest: '' })
  await expect(fontsOf('manual', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
})
