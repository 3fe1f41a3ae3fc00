import { z } from 'zod'

const maxRedirects = 2000
const maxPath = 1000

/** Redirects of a source: former paths, each with the file of its page. */
export interface SourceRedirects {
  files: ReadonlyMap<string, string>
  /** Redirects that are not understood, in words. */
  problems: string[]
}

/** Reads the `redirects` of a `.gitbook.yaml`: paths without slashes around them, and files from the root. */
export function readRedirects(value: unknown, configPath: string): SourceRedirects {
  const files = new Map<string, string>()
  const problems: string[] = []
  if (value === undefined || value === null) return { files, problems }
  const entries = z.record(z.string(), z.unknown()).safeParse(value)
  if (!entries.success) return { files, problems: [`${configPath}: redirects is no map of paths to files`] }
  for (const [from, to] of Object.entries(entries.data)) {
    const path = from.replace(/^\/+|(?<!\/)\/+$/g, '')
    const isPath = path !== '' && path.length <= maxPath && typeof to === 'string'
    if (!isPath) problems.push(`${configPath}: the redirect of "${from.slice(0, 200)}" is not understood`)
    else if (files.size === maxRedirects && !files.has(path)) {
      problems.push(`${configPath}: redirects has more than ${maxRedirects} entries; the others are left out`)
      break
    } else files.set(path, to)
  }
  return { files, problems }
}
