import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

/** Imports a module of a service with a script, and resolves with the list that it prints. */
async function listOf(script: string, service: string, env: NodeJS.ProcessEnv = {}, name = 'app'): Promise<string[]> {
  const path = resolve(import.meta.dirname, 'support', script)
  const module = resolve(import.meta.dirname, `../../services/${service}/src/${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [path, module], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  })
  return JSON.parse(stdout)
}

const database = ['pg', 'kysely', '@mikro-orm/core', '@mikro-orm/postgresql']

test.each([
  ['gateway', [...database, 'undici', 'swagger-ui-dist']],
  ['identity', ['undici', '@node-saml/node-saml', 'xml-crypto', '@xmldom/xmldom']],
  ['content', ['undici', 'file-type', 'image-size', '@aws-sdk/client-s3', 'mdast-util-from-markdown', 'piscina']],
  ['sites', ['@xmldom/xmldom', 'mdast-util-from-markdown', 'micromark', 'htmlparser2', 'piscina', 'yaml']],
  ['ai', ['mdast-util-from-markdown', 'piscina', 'yaml']],
])('a start of %s loads nothing that only some requests need', async (service, heavy) => {
  const loaded = await listOf('loaded-packages.ts', service)
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => heavy.includes(name))).toEqual([])
  // The metrics need the API of OpenTelemetry; only a process that traces needs the rest.
  const isTracing = (name: string) => name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api'
  expect(loaded.filter(isTracing)).toEqual([])
})

test.each(['content', 'ai'])(
  'a thread of %s that reads texts loads no server, no bus and no database',
  async (service) => {
    const loaded = await listOf('loaded-packages.ts', service, {}, 'tasks')
    expect(loaded).toContain('mdast-util-from-markdown')
    const heavy = [...database, 'express', 'pino', 'prom-client', '@nats-io/transport-node']
    expect(loaded.filter((name) => heavy.includes(name))).toEqual([])
  },
)

test('a second start asks Node for no file of a package', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'quire-loading-'))
  try {
    const searched = () => listOf('searched-packages.ts', 'content', { NODE_COMPILE_CACHE: cache })
    expect((await searched()).length).toBeGreaterThan(1000)
    expect(await searched()).toEqual([])
  } finally {
    rmSync(cache, { recursive: true })
  }
})
