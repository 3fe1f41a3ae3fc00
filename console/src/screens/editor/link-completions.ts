import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { markdownLink } from '../../parts/markdown-links.ts'
import { allPages, type Page } from '../space/pages.ts'
import type { Nameable } from './nameable.ts'

/** The number of pages whose headings are offered at once. */
const maxPages = 3
/** The number of letters from which other spaces are searched. */
const minLetters = 2

/** Completes the pages and files of the change request behind `[[`. */
export async function linkCompletions(
  context: CompletionContext,
  { pages, files }: Nameable,
): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^\]\n#]*/)
  if (!typed) return null
  const [tree, uploaded] = await Promise.all([pages(), files()])
  const toPages = allPages(tree).map(({ id, title }) => link(`[[${title}`, title, markdownLink(title, `/pages/${id}`)))
  const toFiles = uploaded.map(({ id, name, contentType }) =>
    link(`[[${name}`, name, `${contentType.startsWith('image/') ? '!' : ''}${markdownLink(name, `/files/${id}`)}`),
  )
  return { from: typed.from, options: [...toPages, ...toFiles], validFor: /^\[\[[^\]\n#]*$/ }
}

/** Completes the headings of a page behind `[[`, its title and `#`; of the page that is written behind `[[#`. */
export async function headingCompletions(
  context: CompletionContext,
  { pages, headings, current }: Nameable,
): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^\]\n#]*#[^\]\n]*/)
  if (!typed) return null
  const begun = typed.text.slice(0, typed.text.indexOf('#') + 1)
  const title = begun.slice(2, -1).trim()
  const named = title === '' ? [current] : pagesNamed(await pages(), title)
  const found = await Promise.all(
    named.map(async (page) => {
      const listed = await headings(page.id, page.id === current.id ? context.state.doc.toString() : undefined)
      const address = page.id === current.id ? '' : `/pages/${page.id}`
      return listed.map(({ id, title }) => ({
        ...link(begun + title, title, markdownLink(title, `${address}#${encodeURIComponent(id)}`)),
        ...(page.title !== undefined && { detail: page.title }),
      }))
    }),
  )
  return { from: typed.from, options: found.flat(), validFor: (text) => text.startsWith(begun) && !/[\]\n]/.test(text) }
}

/** Returns the documents that a title names: first the one that has it, then those that begin with it or hold it. */
function pagesNamed(tree: readonly Page[], title: string): { id: string; title?: string }[] {
  const wanted = title.toLowerCase()
  const rank = (page: Page) => [wanted === page.title.toLowerCase(), page.title.toLowerCase().startsWith(wanted)]
  return allPages(tree)
    .filter((page) => page.type === 'document' && page.title.toLowerCase().includes(wanted))
    .toSorted(
      (one, other) => Number(rank(other)[0]) - Number(rank(one)[0]) || Number(rank(other)[1]) - Number(rank(one)[1]),
    )
    .slice(0, maxPages)
}

/** Completes what a search finds behind `[[`: pages of other spaces, and headings of all that the person may read. */
export async function foundCompletions(
  context: CompletionContext,
  nameable: Nameable,
  otherSpaces: string,
): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^\]\n#]*/)
  const words = typed?.text.slice(2).trim() ?? ''
  if (!typed || words.length < minLetters) return null
  const found = await nameable.search(words)
  const options = found.map(({ title, detail, address }, at) => ({
    // The search has matched the words, in the title or elsewhere.
    ...link(typed.text, title, markdownLink(title, address)),
    detail,
    section: { name: otherSpaces, rank: 1 },
    sortText: String(at).padStart(3, '0'),
  }))
  return { from: typed.from, options }
}

const link = (label: string, displayLabel: string, apply: string): Completion => ({ label, displayLabel, apply })
