import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { Settings } from '../deploy/embedded/src/settings.ts'
import { DatabaseConfig } from '../libs/kit/src/index.ts'
import { AiConfig } from '../services/ai/src/app.ts'
import { ContentConfig } from '../services/content/src/app.ts'
import { GatewayConfig } from '../services/gateway/src/app.ts'
import { IdentityConfig } from '../services/identity/src/app.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')

/** Variable to what the table's second column says of it. */
const told = new Map(
  readme.split('\n').flatMap((line) => {
    const [, names = '', value = ''] = /^\| (`[A-Z].*?) \| (.*?) \|/.exec(line) ?? []
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, value] as const)
  }),
)

interface Schema {
  shape: Record<string, { safeParse(value: unknown): { data?: unknown } }>
}

// Whoever starts the system takes the defaults of the last: what `npm start` reads itself.
const schemas: Schema[] = [DatabaseConfig, GatewayConfig, IdentityConfig, ContentConfig, AiConfig, Settings.in]
const read = new Map(schemas.flatMap(({ shape }) => Object.entries(shape)))

test.each([...read.keys()])('%s is in the configuration table of README.md', (variable) => {
  expect(told.has(variable)).toBe(true)
})

test('README.md names the default that the code has', () => {
  const defaults = [...read].map(([variable, schema]) => [variable, schema.safeParse(undefined).data] as const)
  const plain = defaults.filter(([, value]) => typeof value === 'number' || typeof value === 'string')
  const wrong = plain.filter(([variable, value]) => !told.get(variable)?.includes(`\`${shown(value)}\``))
  expect(plain.length).toBeGreaterThan(5)
  expect(wrong).toEqual([])
})

/** Folders are resolved against the one the system is started in. */
const shown = (value: unknown) => (String(value).startsWith('/') ? relative(process.cwd(), String(value)) : value)
