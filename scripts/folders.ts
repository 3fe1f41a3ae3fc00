import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { alg, Graph } from '@dagrejs/graphlib'
import { parseSync } from 'oxc-parser'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')

/** The packages of the workspace, as `pnpm-workspace.yaml` names them, by their paths from the root. */
export function workspacePackages(): string[] {
  const { packages } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))
  return globSync(packages, { cwd: root })
    .filter((path) => globSync(`${path}/src/**/*.ts`, { cwd: root }).length > 0)
    .toSorted()
}

/**
 * The rooms of a folder: its folders and its files, or those that `roomOf` assigns to the paths of files. An edge leads
 * from each room to those that it imports, at run time or for types, with one such import as its label. Tests and
 * fixtures may import anything and are no rooms.
 */
export function roomsOf(folder: string, roomOf = topOf): Graph {
  const home = join(root, folder)
  const graph = new Graph()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: home })) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const from = roomOf(file)
    graph.setNode(from)
    for (const specifier of importsOf(join(home, file))) {
      const target = relative(home, resolve(home, dirname(file), specifier))
      const isInside = specifier.startsWith('.') && !target.startsWith('..')
      if (isInside && roomOf(target) !== from) graph.setEdge(from, roomOf(target), `${file} → ${target}`)
    }
  }
  return graph
}

/** The rooms right below a package's `src` that are folders. */
export function foldersOf(path: string): Graph {
  const graph = roomsOf(`${path}/src`)
  for (const room of graph.nodes()) if (room.endsWith('.ts')) graph.removeNode(room)
  return graph
}

const topOf = (file: string) => file.split(sep)[0] ?? ''

/** Lists the specifiers in a file's imports and exports, and in `import()` of a literal. */
export function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
}

/** The edges without a longer path beside them: of a → b → c and a → c, not the last one. The graph must have no cycles. */
export function essentialEdges(graph: Graph): { v: string; w: string }[] {
  const ways = alg.dijkstraAll(graph)
  const leads = (from: string, to: string) => Number.isFinite(ways[from]?.[to]?.distance)
  return graph.edges().filter(({ v, w }) => !graph.successors(v)?.some((next) => next !== w && leads(next, w)))
}
