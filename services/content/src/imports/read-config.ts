import { parseDocument } from 'yaml'
import { z } from 'zod'

const Config = z.object({
  root: z.string().default('./'),
  structure: z
    .object({ readme: z.string().default('README.md'), summary: z.string().default('SUMMARY.md') })
    .prefault({}),
  redirects: z.unknown().optional(),
})
export type ImportConfig = z.infer<typeof Config>

export const noConfig: ImportConfig = Config.parse({})

type ConfigOutcome = { config: ImportConfig } | { problem: string }

/** Reads the text of a `.gitbook.yaml`. The library refuses aliases that multiply and nesting without end. */
export function readConfig(text: string): ConfigOutcome {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false })
  const [problem] = document.errors
  if (problem) return { problem: problem.message.split('\n')[0]?.replace(/:$/, '') ?? '' }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 10 })
  } catch {
    return { problem: 'its aliases do not resolve' }
  }
  const parsed = Config.safeParse(value ?? {})
  if (parsed.success) return { config: parsed.data }
  const [issue] = parsed.error.issues
  return { problem: `${issue?.path.join('.')}: ${issue?.message}` }
}
