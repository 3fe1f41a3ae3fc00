import type { RevisionDraft } from './revision-draft.ts'
import { childrenPrefix, type FileEntry, type PageEntry, slugKey } from './revision-entries.ts'

/** Finds pages and files of a revision draft by ids, slugs and paths. Builds each index at most once. */
export interface RevisionFinder {
  page(id: string): Promise<PageEntry | undefined>
  file(id: string): Promise<FileEntry | undefined>
  /** Finds the child of a page by slug; a top-level page if `parent` is null. */
  child(parent: string | null, slug: string): Promise<string | undefined>
  /** Finds a page by a path of slugs such as `a/b`. */
  pageAt(path: string): Promise<string | undefined>
  /** Reads pages and files by id, and pages by paths of slugs, in one batch before they are looked up one by one. */
  readAhead(keys: { ids: string[]; paths: string[] }): Promise<void>
  /** Finds the page that was imported from the file at this path. The first call may read every page. */
  pageOfFile(path: string): Promise<string | undefined>
  /** Finds the file at this path. A file without a path is in `.gitbook/assets`. The first call may read every file. */
  fileAt(path: string): Promise<string | undefined>
  /** Finds the reusable content that was imported from the file at this path in `.gitbook/includes`. */
  includedAt(path: string): Promise<string | undefined>
  /** Returns the page of a README.md at the root: the first top-level page. */
  rootPage(): Promise<string | undefined>
  /** Returns the slugs from the top level down to a page, joined by `/`. */
  pathOf(page: PageEntry): Promise<string>
  hasChildren(id: string): Promise<boolean>
}

export function createFinder(draft: RevisionDraft): RevisionFinder {
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

/** Reads the slugs on some paths ahead; one load per level of pages, however many paths. */
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

/** The rest of a path below a page. */
interface Step {
  parent: string | null
  rest: string[]
}
