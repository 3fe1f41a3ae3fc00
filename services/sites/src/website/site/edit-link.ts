import type { PublishedPage } from '@quire/contracts'
import type { Variant } from './site-model.ts'

/** The address at which the file of a page is edited, and the name of the server if it is a well-known one. */
interface FileEditLink {
  href: string
  server: string | undefined
}

/** Where a page is changed: in its file, or by a change request in the console. */
export type EditLink = FileEditLink | { href: string; isSuggestion: true }

const names = { github: 'GitHub', gitlab: 'GitLab', 'github-legacy': 'GitHub' } as const

/** How the addresses of trees become those of editors, by the parts that tell servers apart. */
const editors: readonly (readonly [RegExp, string])[] = [
  [/^(https?:\/\/[^/]+\/.+?)\/-\/(?:tree|blob)\//, '$1/-/edit/'],
  [/^(https?:\/\/[^/]+\/.+?)\/src\/branch\//, '$1/_edit/'],
  [/^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:tree|blob)\//, '$1/edit/'],
]

/**
 * Returns where visitors change a page: in its repository, below the address of the tree, or for a page without a file in
 * the console, which asks them to sign in. Undefined where the settings show no such link.
 */
export const editLinkOf = (variant: Pick<Variant, 'git' | 'consolePages'>, page: EditedPage): EditLink | undefined =>
  fileEditLink(variant, page) ??
  (variant.consolePages === undefined
    ? undefined
    : { href: `${variant.consolePages}/${page.id}?suggest=true`, isSuggestion: true })

type EditedPage = Pick<PublishedPage, 'gitPath'> & { id: string }

function fileEditLink({ git }: Pick<Variant, 'git'>, { gitPath }: EditedPage): FileEditLink | undefined {
  if (git?.url === undefined || gitPath === undefined || !/^https?:/i.test(git.url)) return undefined
  const tree = `${git.url.replace(/\/+$/, '')}/`
  const [pattern, editor] = editors.find(([one]) => one.test(tree)) ?? []
  const base = pattern && editor !== undefined ? tree.replace(pattern, editor) : tree
  const server = git.installationProvider && names[git.installationProvider]
  return { href: base + gitPath.split('/').map(encodeURIComponent).join('/'), server }
}
