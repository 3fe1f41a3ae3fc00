import type { RevisionDraft } from './draft.ts'
import { childrenPrefix, type FileEntry, type PageEntry, slugKey } from './entries.ts'

/** Finds pages and files of a revision in the making by what people write; what it indexed it does not index again. */
export interface RevisionFinder {
  page(id: string): Promise<PageEntry | undefined>
  file(id: string): Promise<FileEntry | undefined>
  /** The child of a page, or the topmost page where `parent` is null, that has the slug. */
  child(parent: string | null, slug: string): Promise<string | undefined>
  /** The page at `a/b`, by slugs. */
  pageAt(path: string): Promise<string | undefined>
  /** The page that came from the file at this path. The first question reads every page. */
  pageOfFile(path: string): Promise<string | undefined>
  /** The file at this path; one that came without a path lies in `.gitbook/assets`. The first question reads them all. */
  fileAt(path: string): Promise<string | undefined>
  /** The reusable content that came from the file at this path, which lies in `.gitbook/includes`. */
  includedAt(path: string): Promise<string | undefined>
  /** The page that a README.md at the root stands for: the first at the top. */
  rootPage(): Promise<string | undefined>
  /** The slugs from the top down to a page, joined by `/`. */
  pathOf(page: PageEntry): Promise<string>
  hasChildren(id: string): Promise<boolean>
}

export const assetsFolder = '.gitbook/assets'
export const includesFolder = '.gitbook/includes'

export function finderOf(draft: RevisionDraft): RevisionFinder {
  const once = <Value>(work: () => Promise<Value>) => {
    let result: Promise<Value> | undefined
    return () => {
      result ??= work()
      return result
    }
  }

  const pagesByFile = once(async () => {
    const pages = await draft.pages.slice(0, Number.POSITIVE_INFINITY)
    return new Map(pages.flatMap(([id, { git }]) => (git ? [[git.path.normalize(), id] as const] : [])))
  })

  const filesByPath = once(async () => {
    const files = await draft.files.slice(0, Number.POSITIVE_INFINITY)
    const placed = files.flatMap(([id, { path }]) => (path === undefined ? [] : [[path.normalize(), id] as const]))
    const named = files.map(([id, { name }]) => [`${assetsFolder}/${name}`.normalize(), id] as const)
    return new Map([...named.reverse(), ...placed])
  })

  const includesByPath = once(async () => {
    const reusables = await draft.reusables.slice(0, Number.POSITIVE_INFINITY)
    return new Map(reusables.flatMap(([id, { git }]) => (git ? [[git.path.normalize(), id] as const] : [])))
  })

  const child = (parent: string | null, slug: string) => draft.slugs.get(slugKey({ parent, slug }))

  return {
    page: (id) => draft.pages.get(id),
    file: (id) => draft.files.get(id),
    child,
    pageOfFile: async (path) => (await pagesByFile()).get(path),
    fileAt: async (path) => (await filesByPath()).get(path),
    includedAt: async (path) => (await includesByPath()).get(path),

    async pageAt(path) {
      let id: string | null = null
      for (const slug of path.split('/')) {
        id = (await child(id, slug)) ?? null
        if (id === null) return undefined
      }
      return id ?? undefined
    },

    async rootPage() {
      const [from, to] = await draft.children.span(childrenPrefix(null))
      return from < to ? (await draft.children.slice(from, from + 1))[0]?.[1] : undefined
    },

    async pathOf(page) {
      const slugs = [page.slug]
      for (let at = page.parent; at !== null; ) {
        const above = await draft.pages.get(at)
        if (!above) throw new Error(`Page ${at} is missing above ${page.slug}`)
        slugs.unshift(above.slug)
        at = above.parent
      }
      return slugs.join('/')
    },

    async hasChildren(id) {
      const [from, to] = await draft.children.span(childrenPrefix(id))
      return from < to
    },
  }
}
