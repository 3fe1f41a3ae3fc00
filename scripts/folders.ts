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
 * The folders right below a package's `src`: an edge from each to those that its files import, at run time or for types,
 * with one such import as its label. The files of `src` itself put the folders together and are in none; tests and
 * fixtures may reach for what they need.
 */
export function foldersOf(path: string): Graph {
  const src = join(root, path, 'src')
  const graph = new Graph()
  for (const file of globSync('*/**/*.ts', { cwd: src })) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const from = topOf(file)
    graph.setNode(from)
    for (const specifier of importsOf(join(src, file))) {
      const target = relative(src, resolve(src, dirname(file), specifier))
      const isInside = specifier.startsWith('.') && !target.startsWith('..') && target.includes(sep)
      if (isInside && topOf(target) !== from) graph.setEdge(from, topOf(target), `${file} → ${target}`)
    }
  }
  return graph
}

const topOf = (file: string) => file.split(sep)[0] ?? ''

/** What a file names in its imports and exports, and in `import()` of a text. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
}

/** The edges that no other way leads around: of a → b → c and a → c, not the last one. The graph must have no circles. */
export function essentialEdges(graph: Graph): { v: string; w: string }[] {
  const ways = alg.dijkstraAll(graph)
  const leads = (from: string, to: string) => Number.isFinite(ways[from]?.[to]?.distance)
  return graph.edges().filter(({ v, w }) => !graph.successors(v)?.some((next) => next !== w && leads(next, w)))
}
