import type { GitRemote } from '../git-remote.ts'
import type { GitSyncRow } from './sync-rows.ts'

/** The path of a branch's tree below the address of a repository, by the kind of its server. */
const trees: Partial<Record<GitSyncRow['host'], string>> = {
  github: 'tree',
  gitlab: '-/tree',
  gitea: 'src/branch',
  bitbucket: 'src',
}

/**
 * Returns the address at which people see the folder of a branch; undefined for a server of another kind. That of SSH is
 * taken to be the server's address of HTTPS.
 */
export function treeAddressOf(
  host: GitSyncRow['host'],
  { url, transport }: Pick<GitRemote, 'url' | 'transport'>,
  ref: string,
  directory: string,
): string | undefined {
  const tree = trees[host]
  if (tree === undefined) return undefined
  const { hostname, pathname, origin } = new URL(url)
  const base = `${transport === 'ssh' ? `https://${hostname}` : origin}${pathname.replace(/\.git$/, '')}`
  const branch = ref.replace(/^refs\/heads\//, '')
  const path = directory === '' ? branch : `${branch}/${directory}`
  return `${base}/${tree}/${path.split('/').map(encodeURIComponent).join('/')}`
}
