import type { PublishedPage } from '@quire/contracts'
import type { Variant } from './site-model.ts'

/** The address at which the file of a page is edited, and the name of the server if it is a well-known one. */
export interface EditLink {
  href: string
  server: string | undefined
}

const names = { github: 'GitHub', gitlab: 'GitLab', 'github-legacy': 'GitHub' } as const

/** How the addresses of trees become those of editors, by the parts that tell servers apart. */
const editors: readonly (readonly [RegExp, string])[] = [
  [/^(https?:\/\/[^/]+\/.+?)\/-\/(?:tree|blob)\//, '$1/-/edit/'],
  [/^(https?:\/\/[^/]+\/.+?)\/src\/branch\//, '$1/_edit/'],
  [/^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:tree|blob)\//, '$1/edit/'],
]

/**
 * Returns where visitors edit a page: in its repository, below the address of the tree. Undefined for a page without a
 * file, and where the settings show no such link.
 */
export function editLinkOf(
  { git }: Pick<Variant, 'git'>,
  { gitPath }: Pick<PublishedPage, 'gitPath'>,
): EditLink | undefined {
  if (git?.url === undefined || gitPath === undefined || !/^https?:/i.test(git.url)) return undefined
  const tree = `${git.url.replace(/\/+$/, '')}/`
  const [pattern, editor] = editors.find(([one]) => one.test(tree)) ?? []
  const base = pattern && editor !== undefined ? tree.replace(pattern, editor) : tree
  const server = git.installationProvider && names[git.installationProvider]
  return { href: base + gitPath.split('/').map(encodeURIComponent).join('/'), server }
}
