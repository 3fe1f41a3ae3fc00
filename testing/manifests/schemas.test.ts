import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parseAllDocuments } from 'yaml'

const deploy = resolve(import.meta.dirname, '../../deploy')
const files = globSync(['kubernetes/**/*.yaml', 'overlays/**/*.yaml', 'helm/rendered/*.yaml'], { cwd: deploy })

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

/** The documents that a cluster gets, in YAML 1.1, as it reads them; those of kustomize are for kustomize alone. */
const manifestsIn = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(deploy, file), 'utf8'), { version: '1.1' })
    .map((document) => document.toJS())
    .filter((manifest) => manifest && !manifest.apiVersion?.startsWith('kustomize.'))

/** Asks the schema that Kubernetes publishes for a kind; returns the problem that it finds. Partial patches have no kind. */
async function problemOf(manifest: Manifest): Promise<string | undefined> {
  const kinds = await import(`kubernetes-models/${manifest.apiVersion}`)
  try {
    new kinds[manifest.kind](manifest).validate()
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${error}`
  }
}

test.each(files.filter((file) => manifestsIn(file).length > 0))(
  'every manifest of %s fits the schema of its kind',
  async (file) => {
    const problems = await Promise.all(manifestsIn(file).map(problemOf))
    expect(problems.filter(Boolean)).toEqual([])
  },
)

test('a manifest with a field of the wrong type, or without one that is needed, does not fit', async () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' } }
  expect(await problemOf({ ...service, spec: { ports: [{ port: 'http' }] } } as Manifest)).toMatch(
    /ports\/0\/port must be integer/,
  )
  expect(await problemOf({ ...service, spec: { ports: [{}] } } as Manifest)).toMatch(/port/)
  expect(await problemOf({ ...service, spec: { ports: [{ port: 80 }] } } as Manifest)).toBeUndefined()
})
