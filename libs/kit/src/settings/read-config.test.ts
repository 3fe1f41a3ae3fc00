import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { BaseConfig, DatabaseConfig } from '../config.ts'
import { webOrigins } from './addresses.ts'
import { loadConfig, misspeltVariables } from './read-config.ts'

const env = {
  NATS_URL: 'nats://token@nats.example:4222',
  SECRETS_DIR: '/secrets',
  PUBLIC_URL: 'https://docs.example.com/',
  DATABASE_URL: 'postgresql://ai:password@db.example/ai',
}

test.each([
  ['PUBLIC_URL', undefined, 'PUBLIC_URL: is required'],
  ['PUBLIC_URL', 'docs.example.com', 'PUBLIC_URL: must be an address with http'],
  ['PUBLIC_URL', 'https://docs.example.com?a=b', 'PUBLIC_URL: must have no user name, password, query or fragment'],
  ['PUBLIC_URL', 'https://ada:secret@docs.example.com', '(it is "https://…@docs.example.com")'],
  ['CONTENT_URL', 'http://content:4000/api', 'CONTENT_URL: must have no path (it is "http://content:4000/api")'],
  ['NATS_URL', 'http://secret@nats.example', 'NATS_URL: must be nats://token@host:4222'],
  ['DATABASE_URL', 'mysql://ai:secret@db.example/ai', '(it is "mysql://…@db.example/ai")'],
  ['CHECK_REPLIES', 'maybe', 'CHECK_REPLIES: must be "true", "1", "yes", "on"'],
  ['PORT', '4000x', 'PORT: must be a number (it is "4000x")'],
])('%s as %s keeps a process from starting, and is named without secrets', (name, value, message) => {
  const start = () => loadConfig(DatabaseConfig, { ...env, [name]: value })
  expect(start).toThrow(message)
  expect(start).not.toThrow('secret')
})

test('words stand for booleans in either case, and an empty variable counts as none', () => {
  const flagged = (value: string) => loadConfig(BaseConfig, { ...env, CHECK_REPLIES: value }).CHECK_REPLIES
  expect(['true', 'ON', 'yes', '1', 'false', 'off', 'No', '0', '', ' '].map(flagged)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, false, false, false],
  ])
  expect(loadConfig(DatabaseConfig, { ...env, DATABASE_POOL: '' }).DATABASE_POOL).toBe(16)
  expect(loadConfig(BaseConfig, { ...env, PUBLIC_URL: 'https://proxy.example/docs/' }).PUBLIC_URL).toBe(
    'https://proxy.example/docs',
  )
})

test('origins that no browser sends are refused', () => {
  expect(webOrigins.parse('https://app.example/, capacitor://localhost')).toEqual([
    'https://app.example',
    'capacitor://localhost',
  ])
  for (const wrong of ['*', 'app.example', 'https://app.example/path'])
    expect(webOrigins.safeParse(wrong).success).toBe(false)
})

test('what looks like a misspelt setting is named with the setting, and variables of other software are not', () => {
  const ofHosts = ['HOME', 'HOSTNAME', 'LOGNAME', 'PATH', 'AI_PORT_4000_TCP_ADDR', 'AI_SERVICE_HOST', 'LOG_FORMAT']
  const foreign = [...ofHosts, 'GIT_AUTHOR_NAME', 'OTEL_SERVICE_NAME', 'POSTGRES_PASSWORD', 'ACCESS_KEY', 'DATA_PATH']
  const given = Object.fromEntries(
    ['PUBILC_URL', 'SMTP_URI', 'SMTP_ULR', 'BLOBS_BUCKET', 'OIDC_CLIENT', 'DATABASE_NAME', ...foreign].map((name) => [
      name,
      'x',
    ]),
  )
  expect(misspeltVariables({ ...env, ...given })).toEqual([
    'PUBILC_URL: is not a setting; did you mean PUBLIC_URL?',
    'SMTP_URI: is not a setting; did you mean SMTP_URL?',
    'SMTP_ULR: is not a setting; did you mean SMTP_URL?',
    'BLOBS_BUCKET: is not a setting, and has no effect',
    'OIDC_CLIENT: is not a setting, and has no effect',
    'DATABASE_NAME: is not a setting, and has no effect',
  ])
  expect(misspeltVariables(given, ['SMTP_URL'])).toHaveLength(2)
})

test('each setting is missed if half of its name is wrong, unless other software begins its variables like that', () => {
  const known: string[] = JSON.parse(readFileSync(new URL('known-variables.json', import.meta.url), 'utf8'))
  const wrong = known.filter((name) => name.includes('_')).map((name) => `${name.split('_')[0]}_OF_NOTHING`)
  const silent = wrong.filter((name) => misspeltVariables({ [name]: 'x' }).length === 0)
  const words = silent.map((name) => name.split('_')[0])
  expect([...new Set(words)]).toEqual(['ACCESS', 'DATA', 'GIT', 'LOG', 'OTEL', 'POSTGRES'])
})
