import { badRequest } from '@quire/kit'
import { BrokenFile, orBroken } from './broken-file.ts'
import type { ImportsParser } from './context.ts'
import { inFile, readText } from './file-text.ts'
import type { TreeNode } from './import-tree.ts'
import { type ImportConfig, noConfig } from './read-config.ts'
import { readRedirects, type SourceRedirects } from './read-redirects.ts'
import type { SourceFile } from './source-files.ts'
import { resolveFrom } from './source-paths.ts'

export const configPath = '.gitbook.yaml'
const maxCharacters = 64 * 1024

/** The layout of an import: `files` below the root, and the paths of its first page and its table of contents. */
export interface Layout {
  files: SourceFile[]
  readme: string
  summary: string
  redirects: SourceRedirects
  /** The folder of `files` in the archive; empty for all of it. */
  root: string
  /** The pages that are made of specifications, by the lines of their entries in the table of contents. */
  references?: ReadonlyMap<number, TreeNode[]>
}

interface Applying {
  parser: ImportsParser
  /** The input that named the source, for refusals. */
  field: string
}

/** Applies `.gitbook.yaml` to the files; without one the defaults hold. Throws 400 naming the line at fault. */
export async function applyConfig(files: SourceFile[], { parser, field }: Applying): Promise<Layout> {
  const file = configFile(files)
  const config = file ? await configIn(file, parser, field) : noConfig
  const within = (path: string, key: string) => {
    const resolved = resolveFrom('', path)
    if (resolved === undefined) throw badRequest(field, `${configPath}: ${key} leads out of the archive`)
    return resolved
  }
  const root = within(config.root, 'root')
  const below = root === '' ? files : files.filter(({ path }) => path.startsWith(`${root}/`))
  if (root !== '' && below.length === 0) throw badRequest(field, `${configPath}: root "${root}" is not in the archive`)
  return {
    root,
    files: root === '' ? below : below.map((one) => ({ ...one, path: one.path.slice(root.length + 1) })),
    readme: within(config.structure.readme, 'structure.readme'),
    summary: within(config.structure.summary, 'structure.summary'),
    redirects: readRedirects(config.redirects, configPath),
  }
}

export const configFile = (files: readonly SourceFile[]) =>
  files.find(({ path }) => path === configPath || path === '.gitbook.yml')

/** Reads the config. A broken one is refused, because it locates everything else. */
async function configIn(file: SourceFile, parser: ImportsParser, field: string): Promise<ImportConfig> {
  const read = await orBroken(async () => {
    const text = await readText(file)
    if (text.length > maxCharacters) throw new BrokenFile(`is longer than ${maxCharacters} characters`)
    const outcome = await inFile(() => parser.run('readConfig', text))
    if ('problem' in outcome) throw new BrokenFile(outcome.problem)
    return outcome.config
  })
  if (read instanceof BrokenFile) throw badRequest(field, `${file.path}: ${read.message}`)
  return read
}
