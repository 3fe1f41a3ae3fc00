import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// yauzl and yazl (MIT) read archives as imports do, and pack as exports do.
import { type Entry, getFileNameLowLevel, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Report } from './report-run.ts'

/** An archive to be uploaded. */
export interface Packed {
  path: string
  name: string
  /** In bytes. */
  size: number
  /** The paths of its files, as an import knows them: composed, also where the disk decomposes accents. */
  paths: string[]
}

/** Folders of tools, which hold no documentation. */
const skipped = new Set(['.git', '.data', 'node_modules'])

/**
 * Packs a folder of markdown into a file, or takes a zip as it is. Reports the symbolic links that it leaves out: they may
 * lead anywhere on this machine. Throws one line that says what is missing.
 */
export async function packFolder(source: string, into: string, report: Report): Promise<Packed> {
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new Error(`${source} does not exist: name a folder of markdown or a .zip.`)
  if (!found.isDirectory()) {
    if (!/\.zip$/i.test(source)) throw new Error(`${source} is neither a folder nor a .zip.`)
    return { path: source, name: basename(source), size: found.size, paths: await pathsIn(source) }
  }
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  const paths: string[] = []
  for await (const { file, isLink } of filesIn(source)) {
    const path = relative(source, file).split(sep).join('/')
    if (isLink) {
      report(`  ${path} is a symbolic link, which is not followed: it is left out`)
      continue
    }
    paths.push(path.normalize())
    archive.addReadStreamLazy(path, (done) => done(null, createReadStream(file)))
  }
  if (!paths.some((path) => /\.(md|markdown)$/i.test(path)))
    throw new Error(`${source} holds no markdown: pages are files that end with .md.`)
  archive.end()
  await pipeline(output, createWriteStream(into))
  return { path: into, name: 'folder.zip', size: (await stat(into)).size, paths }
}

async function pathsIn(zip: string): Promise<string[]> {
  const archive = await openPromise(zip).catch((error: Error) => {
    throw new Error(`${zip} is no zip archive (${error.message}): name a folder of markdown or a .zip of one.`)
  })
  const paths: string[] = []
  for await (const entry of archive.eachEntry()) paths.push(nameOf(entry).normalize())
  return paths
}

const utf8Flag = 0x800

/** Decodes a name as an import does: the archives of macOS have UTF-8 without the flag that says so. */
function nameOf({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | utf8Flag : flags, fileNameRaw, extraFields, true)
}

async function* filesIn(folder: string): AsyncGenerator<{ file: string; isLink: boolean }> {
  for await (const entry of await opendir(folder)) {
    const file = join(folder, entry.name)
    if (entry.isFile() || entry.isSymbolicLink()) yield { file, isLink: entry.isSymbolicLink() }
    else if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesIn(file)
  }
}
