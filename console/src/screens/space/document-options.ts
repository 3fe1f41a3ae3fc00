import { childrenOf, type Page } from './pages.ts'

/** Returns the documents of a space as options of a choice, in reading order, indented by their depth. */
export const documentOptions = (pages: readonly Page[], untitled: string, depth = 0): (readonly [string, string])[] =>
  pages.flatMap((page) => [
    ...(page.type === 'document' ? [[page.id, `${'\u2003'.repeat(depth)}${page.title || untitled}`] as const] : []),
    ...documentOptions(childrenOf(page), untitled, depth + 1),
  ])
