import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const manifestOf = (path: string): { version?: string } => JSON.parse(read(path))
const { version } = manifestOf('package.json')

test('no package has a version besides that of the whole repository', () => {
  const { packages }: { packages: string[] } = parse(read('pnpm-workspace.yaml'))
  const manifests = globSync(
    packages.map((path) => `${path}/package.json`),
    { cwd: root },
  )
  expect(manifests.length).toBeGreaterThan(20)
  expect(manifests.filter((path) => manifestOf(path).version !== undefined)).toEqual([])
})

test('the chart and the manifests install the images of this version', () => {
  const chart = parse(read('deploy/helm/quire/Chart.yaml'))
  const kustomizations = globSync('deploy/**/kustomization.yaml', { cwd: root })
  const tags = kustomizations.flatMap((path) =>
    (parse(read(path)).images ?? []).map(({ name, newTag }: { name: string; newTag: string }) => [path, name, newTag]),
  )
  expect(tags.length).toBeGreaterThan(10)
  expect(tags.filter(([, , tag]) => tag !== version)).toEqual([])
  expect([chart.version, chart.appVersion]).toEqual([version, version])
})

test('the changelog begins with what is not released yet, and then has this version', () => {
  const [unreleased, latest] = read('CHANGELOG.md').match(/^## .+$/gm) ?? []
  expect(unreleased).toBe('## Unreleased')
  expect(latest?.split(' ')[1]).toBe(version)
})
