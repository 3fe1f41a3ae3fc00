import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = resolve(import.meta.dirname, '..')
const paths = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|\.runtime)$/.test(path) })

/** A reference to an export of a file; the name `*` means all of them. */
interface ExportRef {
  file: string
  name: string
}

interface ModuleExports {
  /** Exports by name; a re-export has the export that it refers to. */
  names: Map<string, ExportRef | undefined>
  /** Files whose exports are all re-exported. */
  all: string[]
}

/** The exports of the repository's TypeScript that no other file imports, tests included, as `<path>: <name>`. */
export function unusedExports(): string[] {
  const resolved = resolver()
  const files = new Map<string, ModuleExports>()
  const taken: ExportRef[] = []
  for (const file of paths('**/*.{ts,mjs}')) {
    const { exporting, imports } = read(file, (specifier) => resolved(file, specifier))
    if (file.endsWith('.ts')) files.set(file, exporting)
    taken.push(...imports)
  }
  const used = followed(files, taken)
  return [...files].flatMap(([file, { names }]) =>
    [...names.keys()].map((name) => `${file}: ${name}`).filter((name) => !used.has(name)),
  )
}

/** Follows references through re-exports: an export is used if a re-export of it is imported. */
function followed(files: Map<string, ModuleExports>, taken: ExportRef[]): Set<string> {
  const used = new Set<string>()
  const queue = [...taken]
  for (const { file, name } of queue) {
    const { names, all } = files.get(file) ?? { names: new Map(), all: [] }
    if (used.has(`${file}: ${name}`)) continue
    used.add(`${file}: ${name}`)
    if (name === '*') queue.push(...[...names.keys()].map((one) => ({ file, name: one })))
    const origin = names.get(name)
    if (origin) queue.push(origin)
    if (!names.has(name)) queue.push(...all.map((from) => ({ file: from, name })))
  }
  return used
}

function read(file: string, target: (specifier: string) => string) {
  const source = readFileSync(join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const exporting: ModuleExports = { names: new Map(), all: [] }
  const imports = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ file: target(moduleRequest.value), name: nameOf(importName) })),
  )
  for (const { start, end } of dynamicImports.map(({ moduleRequest }) => moduleRequest))
    imports.push({ file: target(source.slice(start + 1, end - 1)), name: '*' })
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    const from = moduleRequest && target(moduleRequest.value)
    if (from !== null && importName.kind === 'AllButDefault') exporting.all.push(from)
    else exporting.names.set(nameOf(exportName), from === null ? undefined : { file: from, name: nameOf(importName) })
  }
  return { exporting, imports }
}

/** Returns the name of an import; `*` for a whole module. */
function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === 'Default') return 'default'
  return name !== null && kind === 'Name' ? name : '*'
}

/** Finds the file that a specifier refers to, by its path or by the `exports` of the package that it names. */
function resolver(): (from: string, specifier: string) => string {
  const entries = new Map<string, string>()
  for (const path of paths('**/package.json')) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const entryPoints: Record<string, string> = typeof exports === 'string' ? { '.': exports } : exports
    for (const [part, file] of Object.entries(entryPoints)) entries.set(name + part.slice(1), join(dirname(path), file))
  }
  return (from, specifier) =>
    specifier.startsWith('.') ? join(dirname(from), specifier) : (entries.get(specifier) ?? specifier)
}
