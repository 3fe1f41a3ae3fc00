import { resolve } from 'node:path'
import { essentialEdges, foldersOf, workspacePackages } from './folders.ts'
import { type Generated, withGenerated } from './generated-file.ts'

const file = resolve(import.meta.dirname, '../docs/architecture.md')

/** docs/architecture.md with the folders of each service. */
export function architectureFolders(): Generated {
  const services = workspacePackages().filter((path) => path.startsWith('services/'))
  return withGenerated(file, 'folders', services.flatMap(drawing).join('\n\n'))
}

/** Draws the folders of a service; nothing if it has hardly any. */
function drawing(path: string): string[] {
  const graph = foldersOf(path)
  const edges = essentialEdges(graph).map(({ v, w }) => `  ${v} --> ${w}`)
  if (edges.length === 0) return []
  const alone = graph.nodes().filter((node) => graph.neighbors(node)?.length === 0)
  const lines = ['```mermaid', 'flowchart TD', ...edges.toSorted(), ...alone.map((node) => `  ${node}`), '```']
  return [`### ${path.slice('services/'.length)}`, lines.join('\n')]
}
