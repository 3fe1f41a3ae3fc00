import { expect, test } from '@jest/globals'
import { environmentOf } from './service-environment.ts'
import { readSettings, type ServiceName } from './start-settings.ts'

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
