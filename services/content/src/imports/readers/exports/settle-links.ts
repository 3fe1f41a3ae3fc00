import type { Link } from '@quire/document/plain'
import { rewriteLinks } from '@quire/document/plain'
import { inFile } from '../../file-text.ts'
import { resolveFrom } from '../../source-paths.ts'
import type { Reading } from '../file-reader.ts'

/** Finds the files of an export. */
export interface ExportNames {
  /** True if the export has a file or a page at a path. */
  has(path: string): boolean
  /** Returns the path of the page whose id an address holds; undefined if there is none. */
  pageWithId(url: string): string | undefined
}

export interface SettledPage {
  markdown: string
  /** Paths of the export that the text leads to, each once, in the order of the text. */
  linked: string[]
  problems: string[]
}

/** Bound for the reports on one page: a page may hold any number of dead links. */
const maxProblems = 20

/** Makes the links of a page lead to pages and files of the export, by path or else by id, and reports dead ones. */
export async function settleLinks(
  { path, markdown }: { path: string; markdown: string },
  names: ExportNames,
  { parser }: Pick<Reading, 'parser'>,
): Promise<SettledPage> {
  const found = await inFile(() => parser.run('links', markdown))
  const linked = new Set<string>()
  const dead = new Set<string>()
  const newUrl = (link: Link): string | undefined => {
    const isInside = link.kind === 'page' || link.kind === 'file'
    if (!isInside && link.kind !== 'external') return undefined
    const resolved = isInside ? resolveFrom(path, link.target) : undefined
    const target = resolved !== undefined && names.has(resolved) ? resolved : names.pageWithId(link.url)
    if (target !== undefined) linked.add(target)
    else if (isInside) dead.add(link.url.slice(0, 300))
    return target === undefined || target === resolved ? undefined : writtenPath(target) + anchorOf(link.url)
  }
  const settled = rewriteLinks(markdown, newUrl, found)
  const problems = [...dead].slice(0, maxProblems).map((url) => `${path}: ${url} is not in the export`)
  if (dead.size > maxProblems)
    problems.push(`${path}: ${dead.size - maxProblems} more links lead to nothing in the export`)
  return { markdown: settled, linked: [...linked], problems }
}

const anchorOf = (url: string) => /#.*$/s.exec(url)?.[0] ?? ''

/** Makes an address from the root of the export. */
export const writtenPath = (path: string) => `/${path.split('/').map(encodeURIComponent).join('/')}`
