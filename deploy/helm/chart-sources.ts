import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

/** The installations for which the chart has values. */
export const sizes = ['small', 'large'] as const
type Size = (typeof sizes)[number]

const folder = import.meta.dirname
const sourcesOf = (size: Size) => [
  ...globSync(['*.yaml', 'templates/*', 'files/*.yaml'], { cwd: join(folder, 'quire') }).map((file) =>
    join('quire', file),
  ),
  `${size}.yaml`,
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
