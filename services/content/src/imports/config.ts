import { badRequest } from '@quire/kit'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { BrokenFile, orBroken } from './broken-file.ts'
import { resolveFrom } from './paths.ts'
import type { SourceFile } from './sources.ts'
import { readText } from './text.ts'

const configPath = '.gitbook.yaml'
const longest = 64 * 1024

const Config = z.object({
  root: z.string().default('./'),
  structure: z
    .object({ readme: z.string().default('README.md'), summary: z.string().default('SUMMARY.md') })
    .prefault({}),
  redirects: z.unknown().optional(),
})

/** Where the pages are: `files` below the root, and the paths of its first page and table of contents. */
export interface Layout {
  files: SourceFile[]
  readme: string
  summary: string
  /** What it says that an import cannot follow. */
  notes: string[]
}

/** Applies `.gitbook.yaml` to what was sent; without one the defaults hold. Throws 400 naming the line at fault. */
export async function applyConfig(files: SourceFile[], field: string): Promise<Layout> {
  const file = files.find(({ path }) => path === configPath || path === '.gitbook.yml')
  const config = file ? readConfig(await configText(file, field), file.path, field) : Config.parse({})
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
async function configText(file: SourceFile, field: string): Promise<string> {
  const text = await orBroken(() => readText(file))
  if (text instanceof BrokenFile) throw badRequest(field, `${file.path}: ${text.message}`)
  return text
}

function readConfig(text: string, path: string, field: string): z.infer<typeof Config> {
  if (text.length > longest) throw badRequest(field, `${path} is longer than ${longest} characters`)
  const parsed = Config.safeParse(readYaml(text, path, field) ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badRequest(field, `${path}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The library refuses aliases that multiply and nesting without end. */
function readYaml(text: string, path: string, field: string): unknown {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false })
  const [problem] = document.errors
  if (problem) throw badRequest(field, `${path}: ${problem.message.split('\n')[0]?.replace(/:$/, '')}`)
  try {
    return document.toJS({ maxAliasCount: 10 })
  } catch {
    throw badRequest(field, `${path}: its aliases do not resolve`)
  }
}
