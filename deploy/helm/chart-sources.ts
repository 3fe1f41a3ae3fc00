import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The installations for which the chart has values. */
export const sizes = ['small', 'large'] as const
type Size = (typeof sizes)[number]

const folder = import.meta.dirname
const sources = (size: Size) => [
  ...globSync(['*.yaml', 'templates/*', 'files/*.yaml'], { cwd: join(folder, 'quire') }).map((file) =>
    join('quire', file),
  ),
  `${size}.yaml`,
]

/** The first line of what is rendered, which names all that it was rendered from by one hash. */
export function renderedHeader(size: Size): string {
  const hash = createHash('sha256')
  for (const file of sources(size).toSorted()) hash.update(`${file}\n${readFileSync(join(folder, file), 'utf8')}\n`)
  return `# Rendered by deploy/helm/render.ts from files with the SHA-256 ${hash.digest('hex')}`
}
