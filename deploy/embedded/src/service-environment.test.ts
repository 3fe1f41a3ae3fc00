import { expect, test } from '@jest/globals'
import { environmentOf } from './service-environment.ts'
import { readSettings, type ServiceName, settingsWarnings } from './start-settings.ts'

const folderFor = (name: ServiceName, env: NodeJS.ProcessEnv = {}) => {
  const settings = readSettings({ DATA_DIR: '/data', ...env })
  return environmentOf(name, settings, { natsUrl: 'nats://here', databaseUrls: {} }).MAIL_DIR
}

test('identity writes mail beside the data or where it was told, unless a server is named; no other service does', () => {
  expect(folderFor('identity')).toBe('/data/mail')
  expect(folderFor('identity', { SMTP_URL: '', MAIL_DIR: '/elsewhere' })).toBe('/elsewhere')
  expect(folderFor('identity', { SMTP_URL: 'smtp://mail.example.com' })).toBeUndefined()
  expect(folderFor('content')).toBeUndefined()
})

test('settings that are wrong, contradict each other or have no effect are named, without passwords', () => {
  const url = 'postgresql://me:secret@db.example/quire'
  expect(() => readSettings({ DATABASE_URL_IDENTITY: url, DATABASE_URL_AI: url })).toThrow(
    /^DATABASE_URL_AI: must be another database than DATABASE_URL_IDENTITY \(it is "postgresql:\/\/…@db.example\/quire"\)$/,
  )
  expect(() => readSettings({ PORT: 'many' })).toThrow('(it is "many")')
  expect(settingsWarnings({ HOST: '0.0.0.0', DATABASE_URL: url }).map((line) => line.split(':')[0])).toEqual([
    'DATABASE_URL',
    'HOST',
  ])
  expect(settingsWarnings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://docs.example.com' })).toEqual([])
})

test('the gateway is reached at the host on which it listens, and people are sent there unless another address is set', () => {
  const of = (env: NodeJS.ProcessEnv) => {
    const { gatewayUrl, publicUrl } = readSettings(env)
    return [gatewayUrl, publicUrl]
  }
  const both = (url: string) => [url, url]
  expect(of({})).toEqual(both('http://127.0.0.1:4000'))
  expect(of({ HOST: '192.168.1.5', PORT: '5000' })).toEqual(both('http://192.168.1.5:5000'))
  expect(of({ HOST: '::1' })).toEqual(both('http://[::1]:4000'))
  // Every address of the machine, this one too.
  for (const HOST of ['0.0.0.0', '::']) expect(of({ HOST })).toEqual(both('http://127.0.0.1:4000'))
  expect(of({ HOST: '192.168.1.5', PUBLIC_URL: 'https://docs.example.com' })).toEqual([
    'http://192.168.1.5:4000',
    'https://docs.example.com',
  ])
  expect(settingsWarnings({ HOST: '192.168.1.5' })).toEqual([])
})
