import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { services } from '../embedded/src/index.ts'
import { documentsOf, type Manifest, podOf, read } from './manifests.fixture.ts'

const [job] = documentsOf('restore/restore.yaml')
const [cronJob, , policy] = documentsOf('backup/backup.yaml')
const pod: Manifest = job.spec.template.spec
const backupPod: Manifest = cronJob.spec.jobTemplate.spec.template.spec
const [copying] = pod.initContainers
const [restoring] = pod.containers

const folder = mkdtempSync(join(tmpdir(), 'quire-restore-job-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a restore has the rights, settings and ways of a backup, and the Secrets of all services', () => {
  expect(job.spec.template.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels)
  expect(pod.securityContext).toEqual(backupPod.securityContext)
  const { image, securityContext, envFrom } = backupPod.containers[0]
  for (const container of [copying, restoring]) expect(container).toMatchObject({ image, securityContext })
  expect(restoring.envFrom).toEqual(expect.arrayContaining(envFrom))
  const secretsOf = ({ volumes }: Manifest) => volumes.filter((volume: Manifest) => volume.secret)
  expect(secretsOf(pod)).toEqual(secretsOf(backupPod))
  expect(secretsOf(pod).map(({ name }: Manifest) => name)).toEqual(services)
  const mounts = ({ volumeMounts }: Manifest) =>
    Object.fromEntries(volumeMounts.map(({ name, ...mount }: Manifest) => [name, mount]))
  expect(mounts(copying)).toEqual({
    ...Object.fromEntries(services.map((name) => [name, { mountPath: `/mounted/${name}`, readOnly: true }])),
    secrets: { mountPath: '/secrets' },
  })
  // Restored keys are written there, which no Secret allows.
  expect(mounts(restoring).secrets).toEqual({ mountPath: '/secrets' })
  const volumes = pod.volumes.map(({ name }: Manifest) => name)
  for (const name of [copying, restoring].flatMap((container) => Object.keys(mounts(container))))
    expect(volumes).toContain(name)
})

test('the commands of a restore wait for the pods of all services to end, and for its own to begin', () => {
  const section = /^### Restore in Kubernetes$.*?^```sh\n(.*?)^```$/ms.exec(read('../../docs/operations.md'))?.[1] ?? ''
  const order = [
    'scale deployment',
    'wait --for=delete pod',
    'apply -k deploy/kubernetes/restore',
    'wait --for=jsonpath',
    'logs --follow',
  ]
  const places = order.map((words) => section.indexOf(words))
  expect([places.includes(-1), places]).toEqual([false, places.toSorted((one, other) => one - other)])
  const [, label = '', value] = /--for=delete pod --selector ([\w-]+)=(\w+) /.exec(section) ?? []
  for (const name of services) expect(podOf(name).metadata.labels[label]).toBe(value)
  // The pod of an earlier backup stays there, and nothing would end it.
  expect(cronJob.spec.jobTemplate.spec.template.metadata.labels).not.toHaveProperty(label)
})

test('the backup and the options of a restore are named in its kustomization', () => {
  const { configMapGenerator, images } = parse(read('restore/kustomization.yaml'))
  const [{ name, literals }] = configMapGenerator
  expect(restoring.envFrom).toContainEqual({ configMapRef: { name } })
  expect(literals.map((line: string) => line.split('=')[0])).toEqual(['BACKUP', 'OPTIONS'])
  expect(images[0].name).toBe(restoring.image)
})

test('the files of Secrets are copied for all services, each to where the restore looks for it', () => {
  const [mounted, secrets] = ['mounted', 'secrets'].map((name) => join(folder, name)) as [string, string]
  mkdirSync(secrets)
  for (const name of services) {
    // As Kubernetes mounts a Secret.
    mkdirSync(join(mounted, name, '..data'), { recursive: true })
    writeFileSync(join(mounted, name, '..data', 'service.env'), `of ${name}`)
    symlinkSync(join('..data', 'service.env'), join(mounted, name, 'service.env'))
  }
  const [shell, ...flags] = copying.command
  const script = copying.args[0].replaceAll('/mounted', mounted).replaceAll('/secrets', secrets)
  expect(spawnSync(shell, [...flags, script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  for (const name of services) {
    expect(readdirSync(join(secrets, name))).toEqual(['service.env'])
    expect(readFileSync(join(secrets, name, 'service.env'), 'utf8')).toBe(`of ${name}`)
  }
})

/** Runs the script of the restore with a command in the place of `node`. */
function startRestore(node: string): ChildProcess {
  writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o700 })
  const [shell, ...flags] = restoring.command
  const env = { PATH: `${folder}:${process.env.PATH}`, BACKUP: 'quire-one.backup', OPTIONS: '--replace' }
  const script = restoring.args[0].replaceAll('/backups', folder)
  return spawn(shell, [...flags, script], { env, detached: true, stdio: ['ignore', 'inherit', 'pipe'] })
}

/** Reads what is printed until it has some words. */
async function printed({ stderr }: ChildProcess, wanted: string): Promise<string> {
  let words = ''
  while (!words.includes(wanted)) words += (await once(stderr as NodeJS.ReadableStream, 'data'))[0]
  return words
}

test('the pod waits for its backup and stays until its keys were copied, and a restore that fails fails the job', async () => {
  const done = startRestore('echo "$@" >&2')
  try {
    // A backup of another installation is copied there meanwhile.
    await printed(done, `There is no ${folder}/quire-one.backup`)
    writeFileSync(join(folder, 'quire-one.backup'), '')
    expect(await printed(done, 'Copy the keys')).toContain(
      `src/restore-command.ts ${folder}/quire-one.backup --replace`,
    )
    expect(done.exitCode).toBeNull()
    done.kill('SIGTERM')
    expect(await once(done, 'exit')).toEqual([143, null])
  } finally {
    // The group, if any of it is left: the shell leaves what it waited for to the end of its container.
    spawnSync('kill', ['-KILL', '--', `-${done.pid}`])
  }
  const failed = startRestore('exit 3')
  expect(await once(failed, 'exit')).toEqual([3, null])
})
