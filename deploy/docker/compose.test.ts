import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { services } from '../embedded/src/index.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, path), 'utf8')

interface Container {
  env_file: { path: string; required: boolean }[]
  environment: Record<string, unknown>
  stop_grace_period: string
}

const compose: { services: Record<string, Container> } = parse(read('../../docker-compose.yml'), { merge: true })
const ours = [...services, 'rotate-keys'].map((name) => [name, compose.services[name]] as const)

/** The variables that the file sets itself. `environment` overrides `.env`, so it must not contain others. */
const addresses = ['IDENTITY_URL', 'CONTENT_URL', 'SITES_URL', 'AI_URL']
const decided = ['PUBLIC_URL', ...addresses]

test.each(ours)('every variable that an operator sets in .env reaches %s', (name, container) => {
  expect(container?.env_file).toEqual([{ path: '.env', required: false }])
  const own = name === 'gateway' ? ['METRICS_HOST', 'METRICS_PORT'] : []
  expect(Object.keys(container?.environment ?? {}).toSorted()).toEqual([...decided, ...own].toSorted())
  // Compose reads .env for this file too.
  expect(container?.environment.PUBLIC_URL).toBe(`\${PUBLIC_URL:-http://localhost:\${QUIRE_PORT:-4000}}`)
})
