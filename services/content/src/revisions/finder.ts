import type { RevisionDraft } from './draft.ts'
import { childrenPrefix, type FileEntry, type PageEntry, slugKey } from './entries.ts'

/** Finds pages and files of a revision in the making by what people write. It indexes nothing twice. */
export interface RevisionFinder {
  page(id: string): Promise<PageEntry | undefined>
  file(id: string): Promise<FileEntry | undefined>
  /** The child of a page, or the topmost page where `parent` is null, that has the slug. */
  child(parent: string | null, slug: string): Promise<string | undefined>
  /** The page at `a/b`, by slugs. */
  pageAt(path: string): Promise<string | undefined>
  /** Reads together what will be asked for one by one: pages and files by id, pages by their slugs. */
  readAhead(asked: { ids: string[]; paths: string[] }): Promise<void>
  /** The page that came from the file at this path. The first question may read every page. */
  pageOfFile(path: string): Promise<string | undefined>
  /**
   * The file at this path; one that came without a path lies in `.gitbook/assets`. The first question may read them
   * all.
   */
  fileAt(path: string): Promise<string | undefined>
  /** The reusable content that came from the file at this path, which lies in `.gitbook/includes`. */
  includedAt(path: string): Promise<string | undefined>
  /** The page that a README.md at the root stands for: the first at the top. */
  rootPage(): Promise<string | undefined>
  /** The slugs from the top down to a page, joined by `/`. */
  pathOf(page: PageEntry): Promise<string>
  hasChildren(id: string): Promise<boolean>
}

export function finderOf(draft: RevisionDraft): RevisionFinder {
  const once = <Value>(work: () => Promise<Value>) => {
    let result: Promise<Value> | undefined
    return () => {
      result ??= work()
      return result
    }
  }

  const pagesByFile = once(() => draft.pagePaths.ids())
  const filesByPath = once(() => draft.filePaths.ids())
  const includesByPath = once(() => draft.includePaths.ids())

  const child = (parent: string | null, slug: string) => draft.slugs.get(slugKey({ parent, slug }))

  return {
    page: (id) => draft.pages.get(id),
    file: (id) => draft.files.get(id),
    child,
    pageOfFile: async (path) => (await pagesByFile()).get(path),
    fileAt: async (path) => (await filesByPath()).get(path),
    includedAt: async (path) => (await includesByPath()).get(path),

    async readAhead({ ids, paths }) {
      await Promise.all([draft.pages.readAhead(ids), draft.files.readAhead(ids)])
      await readSlugs(draft, paths)
    },

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

/** One load a level of the pages, however many paths. */
async function readSlugs({ slugs }: RevisionDraft, paths: string[]): Promise<void> {
  let open: Step[] = paths.map((path) => ({ parent: null, rest: path.split('/') }))
  while (open.length > 0) {
    const next = open.flatMap(({ parent, rest: [slug, ...rest] }) =>
      slug === undefined ? [] : [{ key: slugKey({ parent, slug }), rest }],
    )
    await slugs.readAhead(next.map(({ key }) => key))
    const ids = await slugs.getMany(next.map(({ key }) => key))
    open = next.flatMap(({ key, rest }) => {
      const id = ids.get(key)
      return id === undefined ? [] : [{ parent: id, rest }]
    })
  }
}

/** What is left of a path, seen from the page that its beginning leads to. */
interface Step {
  parent: string | null
  rest: string[]
}
