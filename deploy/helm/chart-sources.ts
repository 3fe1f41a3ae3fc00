import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

/** The installations that are rendered, by the values that are given for each. */
export const valuesOf: Record<Size, readonly string[]> = {
  small: ['small.yaml'],
  large: ['large.yaml', 'geo.yaml'],
}
export const sizes = ['small', 'large'] as const
export type Size = (typeof sizes)[number]

const folder = import.meta.dirname
const sourcesOf = (size: Size) => [
  ...globSync(['*.yaml', 'templates/*', 'files/*.yaml'], { cwd: join(folder, 'quire') }).map((file) =>
    join('quire', file),
  ),
  ...valuesOf[size],
]

/** What a source says: of manifests and values without their comments. */
function meaningOf(file: string): string {
  const source = readFileSync(join(folder, file), 'utf8')
  return file.includes('templates') ? source : JSON.stringify(parseAllDocuments(source).map((one) => one.toJS()))
}

/** The first line of what is rendered, which names all that it was rendered from by one hash. */
export function renderedHeader(size: Size): string {
  const hash = createHash('sha256')
  for (const file of sourcesOf(size).toSorted()) hash.update(`${file}\n${meaningOf(file)}\n`)
  return `# Rendered by deploy/helm/render.ts from sources with the SHA-256 ${hash.digest('hex')}`
}
