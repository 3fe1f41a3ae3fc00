import { badRequest } from '@quire/kit'
import type { TextParser } from '../parsing.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { resolveFrom } from './paths.ts'
import { type ImportConfig, noConfig } from './read-config.ts'
import type { SourceFile } from './sources.ts'
import { inFile, readText } from './text.ts'

const configPath = '.gitbook.yaml'
const longest = 64 * 1024

/** Where the pages are: `files` below the root, and the paths of its first page and table of contents. */
export interface Layout {
  files: SourceFile[]
  readme: string
  summary: string
  /** What it says that an import cannot follow. */
  notes: string[]
}

interface Applying {
  parser: TextParser
  /** The input that is refused. */
  field: string
}

/** Applies `.gitbook.yaml` to what was sent; without one the defaults hold. Throws 400 naming the line at fault. */
export async function applyConfig(files: SourceFile[], { parser, field }: Applying): Promise<Layout> {
  const file = files.find(({ path }) => path === configPath || path === '.gitbook.yml')
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
    files: root === '' ? below : below.map((one) => ({ ...one, path: one.path.slice(root.length + 1) })),
    readme: within(config.structure.readme, 'structure.readme'),
    summary: within(config.structure.summary, 'structure.summary'),
    notes: config.redirects === undefined ? [] : [`${configPath}: redirects are not imported`],
  }
}

/** What the file says is where everything else is, so nothing can be read without it. */
async function configIn(file: SourceFile, parser: TextParser, field: string): Promise<ImportConfig> {
  const read = await orBroken(async () => {
    const text = await readText(file)
    if (text.length > longest) throw new BrokenFile(`is longer than ${longest} characters`)
    const outcome = await inFile(() => parser.run('readConfig', text))
    if ('problem' in outcome) throw new BrokenFile(outcome.problem)
    return outcome.config
  })
  if (read instanceof BrokenFile) throw badRequest(field, `${file.path}: ${read.message}`)
  return read
}
