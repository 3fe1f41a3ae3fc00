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
export const configPaths: readonly string[] = [configPath, '.gitbook.yml']
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

type ConfigFile = Pick<SourceFile, 'path' | 'read'>

interface Applying {
  parser: ImportsParser
  /** The input that named the source, for refusals. */
  field: string
}

/** Applies `.gitbook.yaml` to the files; without one the defaults hold. Throws 400 naming the line at fault. */
export async function applyConfig(files: SourceFile[], applying: Applying): Promise<Layout> {
  const layout = await readLayout(configFile(files), applying)
  const { root } = layout
  if (root === '') return { ...layout, files }
  const below = files.filter(({ path }) => path.startsWith(`${root}/`))
  if (below.length === 0) throw badRequest(applying.field, `${configPath}: root "${root}" is not in the archive`)
  return { ...layout, files: below.map((one) => ({ ...one, path: one.path.slice(root.length + 1) })) }
}

/** Reads the layout that a configuration gives; without one it is the default. Throws 400 naming the line at fault. */
export async function readLayout(
  file: ConfigFile | undefined,
  { parser, field }: Applying,
): Promise<Pick<Layout, 'root' | 'readme' | 'summary' | 'redirects'>> {
  const config = file ? await configIn(file, parser, field) : noConfig
  const within = (path: string, key: string) => {
    const resolved = resolveFrom('', path)
    if (resolved === undefined) throw badRequest(field, `${configPath}: ${key} leads out of the archive`)
    return resolved
  }
  return {
    root: within(config.root, 'root'),
    readme: within(config.structure.readme, 'structure.readme'),
    summary: within(config.structure.summary, 'structure.summary'),
    redirects: readRedirects(config.redirects, configPath),
  }
}

export const configFile = (files: readonly SourceFile[]) => files.find(({ path }) => configPaths.includes(path))

/** Reads the config. A broken one is refused, because it locates everything else. */
async function configIn(file: ConfigFile, parser: ImportsParser, field: string): Promise<ImportConfig> {
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
