import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
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

/** Runs the job's commands, with `node` in the place of the program that saves. */
function runJob(folder: string, node: string) {
  const bin = mkdtempSync(join(tmpdir(), 'quire-bin-'))
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${node}\n`)
  chmodSync(join(bin, 'node'), 0o755)
  const [program, ...options] = container.command
  const commands = container.args[0].replaceAll('/backups/', `${folder}/`)
  const env = { PATH: `${bin}:${process.env.PATH}`, BACKUPS_KEPT: container.env[0].value }
  try {
    execFileSync(program, [...options, commands], { env, stdio: 'pipe' })
  } finally {
    rmSync(bin, { recursive: true })
  }
}

test('the newest backups are kept, and one that fails deletes none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-backups-'))
  const names = Array.from({ length: 20 }, (_, day) => `quire-202601${10 + day}T021700Z.backup`)
  for (const name of [...names, 'other.txt']) writeFileSync(join(folder, name), '')
  expect(() => runJob(folder, 'exit 1')).toThrow()
  expect(readdirSync(folder)).toHaveLength(21)
  runJob(folder, `for file; do :; done; touch "$file"`)
  const kept = readdirSync(folder)
  expect(kept).toHaveLength(15)
  expect(kept.filter((name) => names.includes(name))).toEqual(names.slice(-13))
  expect(kept).toContain('other.txt')
  rmSync(folder, { recursive: true })
})
