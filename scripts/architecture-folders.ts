// node scripts/bootstrap.mjs scripts/architecture-folders.ts
// Draws the folders of each service into docs/architecture.md; a test fails where they changed since.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { essentialEdges, foldersOf, workspacePackages } from './folders.ts'
import { withGenerated } from './generated.ts'

const file = resolve(import.meta.dirname, '../docs/architecture.md')

/** docs/architecture.md as it is, and as the folders say it should be. */
export function architectureFolders(): { present: string; wanted: string } {
  const services = workspacePackages().filter((path) => path.startsWith('services/'))
  return withGenerated(file, 'folders', services.flatMap(drawing).join('\n\n'))
}

/** Nothing where a service has hardly any folders. */
function drawing(path: string): string[] {
  const graph = foldersOf(path)
  const edges = essentialEdges(graph).map(({ v, w }) => `  ${v} --> ${w}`)
  if (edges.length === 0) return []
  const alone = graph.nodes().filter((node) => graph.neighbors(node)?.length === 0)
  const lines = ['```mermaid', 'flowchart TD', ...edges.toSorted(), ...alone.map((node) => `  ${node}`), '```']
  return [`### ${path.slice('services/'.length)}`, lines.join('\n')]
}

if (import.meta.main) writeFileSync(file, architectureFolders().wanted)
