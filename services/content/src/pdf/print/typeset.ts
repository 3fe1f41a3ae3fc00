import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontFolders } from './fonts.ts'
import { prepare } from './prepare-print.ts'
import type { PrintFile, PrintJob } from './print-job.ts'
import type { HrefOf } from './print-locations.ts'
import type { Printed, PrintedPage } from './printed.ts'

const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

/**
 * Sets a job as a PDF; `hrefOf` gives the addresses of what the pages refer to. Typst sees the template, the job's data,
 * its pictures, and an empty folder.
 */
export function typeset(job: PrintJob, folder: string, hrefOf: HrefOf): Buffer {
  const workspace = join(folder, 'empty')
  let problem = ''
  mkdirSync(workspace)
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] })
  const files = Object.fromEntries(Object.entries(job.files).map(([id, file]) => [id, withReadablePicture(file)]))
  const readable = { ...job, files }
  const printed = prepare(readable, { hrefOf, failed })
  const document = set(printed) ?? set(prepare(readable, { hrefOf, failed, asWritten: failing(printed) }))
  if (!document) throw new Error(`no page can be set: ${problem}`)
  return compiler.pdf(document)

  function set(data: Printed) {
    compiler.mapShadow(join(workspace, 'print.json'), Buffer.from(JSON.stringify(data)))
    const compiled = compiler.compile({ mainFileContent: template })
    if (!compiled.result) problem = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)
    return compiled.result
  }

  /** Typst stops at an error: each page is tried alone, and one that fails is printed as it is written. */
  function failing(data: Printed): Set<string> {
    const isFailing = (page: PrintedPage) => !set({ ...data, alone: true, sheets: [[page]] })
    return new Set(
      data.sheets
        .flat()
        .filter(isFailing)
        .map(({ id }) => id),
    )
  }

  /** The file without its picture where Typst cannot read that. */
  function withReadablePicture(file: PrintFile): PrintFile {
    const { picture, ...rest } = file
    if (picture === undefined) return rest
    const path = join(workspace, picture)
    compiler.mapShadow(path, readFileSync(join(folder, picture)))
    if (compiler.compile({ mainFileContent: `#image("/${picture}")` }).result) return file
    compiler.unmapShadow(path)
    return rest
  }
}

/** The service logs this output. */
const failed = (page: string, error: unknown) =>
  void process.stderr.write(`page ${page}: ${error instanceof Error ? error.stack : String(error)}\n`)
