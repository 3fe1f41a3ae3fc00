import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { services } from '../../embedded/src/index.ts'
import { documentsOf, type Manifest, read } from '../manifests.fixture.ts'

const [job, claim]: Manifest[] = documentsOf('backup/backup.yaml')
const pod = job.spec.jobTemplate.spec.template.spec
const [container] = pod.containers

test('a backup has the secrets of all services and a volume, and two never run at once', () => {
  for (const service of services) {
    expect(container.volumeMounts).toContainEqual({ name: service, mountPath: `/secrets/${service}`, readOnly: true })
    const secret = { secretName: `quire-${service}`, defaultMode: 0o440 }
    expect(pod.volumes).toContainEqual({ name: service, secret })
  }
  expect(pod.volumes).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName: claim.metadata.name } })
  expect(job.spec.concurrencyPolicy).toBe('Forbid')
  const overlay = parse(read('../overlays/s3/kustomization.yaml'))
  expect(overlay.components).toEqual(['../../kubernetes/backup'])
  expect(overlay.images.map(({ name }: Manifest) => name)).toContain(container.image)
})

/** Starts the job's commands, with `node` in the place of the program that saves. */
function startJob(folder: string, node: string) {
  const bin = mkdtempSync(join(tmpdir(), 'quire-bin-'))
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${node}\n`)
  chmodSync(join(bin, 'node'), 0o755)
  const [program, ...options] = container.command
  const commands = container.args[0].replaceAll('/backups/', `${folder}/`)
  const env = { PATH: `${bin}:${process.env.PATH}`, BACKUPS_KEPT: container.env[0].value }
  const shell = spawn(program, [...options, commands], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(shell, 'close').then(([code, signal]) => {
    rmSync(bin, { recursive: true })
    return code ?? signal
  })
  return { shell, ended }
}

const runJob = (folder: string, node: string) => startJob(folder, node).ended
/** Returns a program that makes the file its last argument names, and then does `then`. */
const save = (then: string) => `for file; do :; done; touch "$file"; ${then}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([0, 2])(
  'the newest backups are kept after an exit with %s, and one that fails deletes none',
  async (code) => {
    const names = Array.from({ length: 20 }, (_, day) => `quire-202601${10 + day}T021700Z.backup`)
    for (const name of [...names, 'other.txt']) writeFileSync(join(folder, name), '')
    expect(await runJob(folder, 'exit 1')).toBe(1)
    expect(readdirSync(folder)).toHaveLength(21)
    expect(await runJob(folder, save(`exit ${code}`))).toBe(code)
    const kept = readdirSync(folder)
    expect(kept).toHaveLength(15)
    expect(kept.filter((name) => names.includes(name))).toEqual(names.slice(-13))
    expect(kept).toContain('other.txt')
  },
)

test('a backup that lacks files is not repeated in the same night, and one that hangs ends before the next', () => {
  const { spec } = job.spec.jobTemplate
  expect(spec.podFailurePolicy.rules).toEqual([
    { action: 'FailJob', onExitCodes: { containerName: container.name, operator: 'In', values: [2] } },
  ])
  expect(spec.activeDeadlineSeconds).toBeLessThan(24 * 3600)
})

test('what a killed backup has left goes with the next one, and what another one writes stays', async () => {
  const [left, written] = ['quire-20260110T021700Z.backup.partial', 'quire-20260111T021700Z.backup.partial']
  for (const name of [left, written]) writeFileSync(join(folder, name), '')
  const yesterday = Date.now() / 1000 - 24 * 3600
  utimesSync(join(folder, left), yesterday, yesterday)
  await runJob(folder, 'exit 0')
  expect(readdirSync(folder)).toEqual([written])
})

test('the end of its pod reaches the program that saves, which has time to remove what it wrote', async () => {
  const node = save(`trap 'rm "$file"; exit 1' TERM; echo began; while :; do sleep 0.1; done`)
  const { shell, ended } = startJob(folder, node)
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
