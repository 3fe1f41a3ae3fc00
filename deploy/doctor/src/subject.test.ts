import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { mailCheck } from './checks/outside.ts'
import { withSubject } from './subject.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-subject-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const finding = (env: NodeJS.ProcessEnv) => ({
  env,
  terminal: { line: () => undefined } as never,
  signal: AbortSignal.timeout(60_000),
})

test.each([
  ['192.168.1.5', 'http://192.168.1.5:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
])('a gateway that listens on %s is asked at %s', async (HOST, address) => {
  const { pid } = process
  const services = { gateway: { pid, script: 'node', env: { HOST, PORT: '4000' } } }
  const runtime = { supervisor: { pid, script: 'node' }, publicUrl: 'http://127.0.0.1', services }
  writeFileSync(join(folder, 'runtime.json'), JSON.stringify(runtime))
  expect(await withSubject(finding({ DATA_DIR: folder }), async ({ gatewayUrl }) => gatewayUrl)).toBe(address)
})

test('a folder of mail that only the container of identity sees is left out, and one of this machine is not', async () => {
  const secrets = join(folder, 'secrets')
  mkdirSync(join(secrets, 'identity'), { recursive: true })
  writeFileSync(join(secrets, 'identity', 'service.env'), '')
  const env = { DATA_DIR: folder, SECRETS_DIR: secrets, MAIL_DIR: '/data/mail' }
  const look = () =>
    withSubject(finding(env), async (subject) => {
      const seen = async (isInContainers: boolean) =>
        (await mailCheck({ ...subject, isInContainers }).look(finding(env).signal)).map(({ level }) => level)
      return [subject.isInContainers, await seen(true), await seen(false)]
    })
  expect(await look()).toEqual([true, ['skipped'], ['warning']])
})
