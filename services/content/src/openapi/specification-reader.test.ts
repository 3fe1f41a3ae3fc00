import { afterAll, expect, test } from '@jest/globals'
import { createLog } from '@quire/kit'
import { OpenApiConfig } from './config.ts'
import { openSpecificationReader } from './processing.ts'

const opened: ReturnType<typeof openSpecificationReader>[] = []
afterAll(() => Promise.all(opened.map((one) => one.stop())))

function reader(config: Record<string, string>) {
  const one = openSpecificationReader(OpenApiConfig.parse(config), createLog('test', 'silent'))
  opened.push(one)
  return (text: string) => one.read({ text, at: '/', files: [], maxCharacters: 2 ** 24 }, new AbortController().signal)
}

const small = JSON.stringify({ openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths: {} })
const refusal = (message: RegExp) => ({ problems: [{ code: 'TOO_COMPLEX', message: expect.stringMatching(message) }] })

const large = `a: [${'{b: [c, d]}, '.repeat(300_000)}]`

test('a specification that takes too long is given up', async () => {
  expect(await reader({ OPENAPI_TIMEOUT_MS: '1' })(large)).toEqual(refusal(/longer than 0.001 s/))
})

test('a specification that takes too much memory is given up, and the one behind it is read', async () => {
  const read = reader({ OPENAPI_MEMORY_MB: '48' })
  const [given, behind] = await Promise.all([read(large), read(small)])
  expect(given).toEqual(refusal(/too much memory/))
  expect(behind).toMatchObject({ json: small, format: 'json' })
})
