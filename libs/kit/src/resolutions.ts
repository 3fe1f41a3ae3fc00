import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir, type ResolveFnOutput, registerHooks } from 'node:module'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** A file's URL relative to the workspace, and its format if Node named one. */
type Resolution = [path: string, format?: string]

const workspace = new URL('../../../', import.meta.url).href
/** pnpm's virtual store. Its content changes only with an install. */
const store = `${workspace}node_modules/.pnpm/`
const quietMs = 2000

// Loaded with --import before a service: finding 1,500 modules takes Node a third of a start, and the answers repeat.
const folder = getCompileCacheDir()
const install = installedNow()
if (folder && install) remember(join(folder, 'resolutions.json'), install)

/**
 * Identifies the installed packages, their links and the version of Node; undefined if pnpm installed nothing.
 */
function installedNow(): string | undefined {
  const hash = createHash('sha256').update(process.version)
  try {
    for (const name of ['lock.yaml', '../.modules.yaml']) hash.update(readFileSync(new URL(name, store)))
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** Resolves `import` and `require` from the entries of the file for this install, and adds those that Node had to resolve. */
function remember(file: string, install: string): void {
  const known = read(file, install)
  const learned = new Map<string, Resolution>()
  const save = () => {
    if (learned.size > 0) write(file, install, learned)
  }
  // Services are killed, so the file is written when a start is over: when nothing new was resolved for a while.
  const quiet = setTimeout(save, quietMs).unref()
  process.once('exit', save)
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context
      if (!parentURL.startsWith(workspace)) return next(specifier, context)
      const source = conditions.includes('import') && sourceFile(specifier, parentURL)
      if (source) return { url: source, shortCircuit: true }
      // All files of a folder have the same resolutions.
      const question = `${conditions} ${parentURL.slice(workspace.length, parentURL.lastIndexOf('/'))} ${specifier}`
      const [path, format] = known.get(question) ?? []
      if (path) return { url: workspace + path, format, shortCircuit: true }
      const answer = next(specifier, context)
      if (!answer.url.startsWith(workspace)) return answer
      known.set(question, resolutionOf(answer))
      if (isLasting(answer.url, specifier, parentURL)) {
        learned.set(question, resolutionOf(answer))
        quiet.refresh()
      }
      return answer
    },
  })
}

/** Leaves out a format that Node left open: Node then decides by the extension of the file. */
function resolutionOf({ url, format }: ResolveFnOutput): Resolution {
  const path = url.slice(workspace.length)
  return format ? [path, format] : [path]
}

/** Returns the URL of a source file that another one names by its plain path. Links and missing files are left to Node. */
function sourceFile(specifier: string, parentURL: string): string | undefined {
  if (!/^\.\.?(\/[\w.-]+)+\.ts$/.test(specifier)) return undefined
  const url = new URL(specifier, parentURL)
  if (url.href.includes('/node_modules/') || parentURL.includes('/node_modules/')) return undefined
  return lstatSync(url, { throwIfNoEntry: false })?.isFile() ? url.href : undefined
}

/** True if only an install changes the answer. A checkout can move, and a package.json of the workspace can be edited. */
function isLasting(url: string, specifier: string, parentURL: string): boolean {
  const isAbsolute = specifier.startsWith('/') || specifier.includes(':')
  const isOfWorkspace = specifier.startsWith('#') && !parentURL.startsWith(store)
  return url.startsWith(store) && !isAbsolute && !isOfWorkspace
}

function read(file: string, install: string): Map<string, Resolution> {
  try {
    const [madeFor, entries] = JSON.parse(readFileSync(file, 'utf8'))
    if (madeFor === install) return new Map(entries)
  } catch {
    // Missing or broken: Node resolves everything itself, and the file is written again.
  }
  return new Map()
}

/** Services and their threads share the file: each adds to its present entries, and replaces it as a whole. */
function write(file: string, install: string, learned: Map<string, Resolution>): void {
  const temporary = `${file}.${process.pid}.${threadId}`
  try {
    try {
      writeFileSync(temporary, JSON.stringify([install, [...read(file, install), ...learned]]))
      renameSync(temporary, file)
      learned.clear()
    } finally {
      rmSync(temporary, { force: true })
    }
  } catch {
    // The file system is read-only or full: the next start takes longer, and nothing else is lost.
  }
}
