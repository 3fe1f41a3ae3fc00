import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const script = resolve(import.meta.dirname, 'support/loaded-packages.ts')

async function loadedBy(service: string): Promise<string[]> {
  const app = resolve(import.meta.dirname, `../../services/${service}/src/app.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [script, app], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return JSON.parse(stdout)
}

const database = ['pg', 'kysely', '@mikro-orm/core', '@mikro-orm/postgresql']

test.each([
  ['gateway', [...database, 'undici', 'swagger-ui-dist']],
  ['identity', ['undici', '@node-saml/node-saml', 'xml-crypto', '@xmldom/xmldom']],
  ['content', ['undici', 'file-type', 'image-size', '@aws-sdk/client-s3', 'mdast-util-from-markdown', 'piscina']],
  ['ai', ['mdast-util-from-markdown', 'piscina', 'yaml']],
])('a start of %s loads nothing that only some requests need', async (service, heavy) => {
  const loaded = await loadedBy(service)
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => heavy.includes(name))).toEqual([])
})
