import type { ContentChange } from '@quire/contracts'
import { DocumentError } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import { type ReadText, readPlain } from '../../pages/plain-text.ts'
import { bodyToMarkdown } from '../../pages/text-conversion.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import type { EditingContext } from '../context.ts'

type TextContext = Pick<EditingContext, 'parser'>

/** The texts of a batch, by the index of their change. */
export type BatchTexts = ReadonlyMap<number, ReadText>

type TextChange = Extract<
  ContentChange,
  { operation: 'insert_page' | 'update_page' | 'insert_reusable_content' | 'update_reusable_content' }
>

/** True for operations that may have a text. */
const mayHaveText = (change: ContentChange): change is TextChange =>
  /^(insert|update)_(page|reusable_content)$/.test(change.operation)

interface GivenText {
  index: number
  change: TextChange
  isMarkdown: boolean
  markdown: string
}

/** Loads the present texts of pages and reusable contents, by id. */
export type PresentTexts = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * Parses the texts of a batch before anything is locked or written, so that no lock waits for a long text. A text that
 * comes as a tree keeps the spelling that its unchanged blocks have at `present`. Throws 400 naming the change and its page.
 */
export async function readTexts(
  { parser }: TextContext,
  changes: readonly ContentChange[],
  present: PresentTexts,
): Promise<BatchTexts> {
  const trees = changes.filter((change) => mayHaveText(change) && change.document && 'document' in change.document)
  const before = trees.length > 0 ? await present(trees.flatMap((change) => idOf(change) ?? [])) : undefined
  const given: GivenText[] = []
  const plain: [index: number, text: ReadText][] = []
  const turn = yieldEvery(5)
  for (const [index, change] of changes.entries()) {
    if (!mayHaveText(change) || !change.document) continue
    const { document } = change
    await turn()
    const written = await bodyToMarkdown(parser, document, `${fieldOf(index)}.document`)
    const was = 'document' in document ? before?.get(idOf(change) ?? '') : undefined
    const markdown = was ? await parser.run('keepBlocks', was, written) : written
    const text = readPlain(markdown)
    if (text) plain.push([index, text])
    // Only pages have front matter; in a reusable content it is ordinary text.
    else
      given.push({ index, change, isMarkdown: 'markdown' in document && change.operation.endsWith('_page'), markdown })
  }
  const read = await parser.runEach(
    'readText',
    given.map(({ markdown, isMarkdown }) => [markdown, isMarkdown]),
  )
  const parsed = given.map((one, at): [index: number, text: ReadText] => {
    const outcome = read[at]
    if (!outcome) throw new Error('a text was read as nothing')
    return [one.index, naming(one, () => resultOf(outcome))]
  })
  return new Map([...plain, ...parsed])
}

/** The id of the page or reusable content that a change updates. */
const idOf = (change: ContentChange): string | undefined =>
  change.operation === 'update_page'
    ? change.page
    : change.operation === 'update_reusable_content'
      ? change.reusableContent
      : undefined

export const fieldOf = (index: number) => `body.changes.${index}`

function naming({ index, change }: GivenText, read: () => ReadText): ReadText {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const field = `${fieldOf(index)}.document${error.code === 'front-matter' ? '.markdown' : ''}`
    throw badRequest(field, `${error.message}${nameOf(change)}`)
  }
}

/** Names the page or reusable content of a text as its author knows it, for error messages. */
function nameOf(change: TextChange): string {
  if ('reusableContent' in change) return ` (reusable content ${change.reusableContent})`
  const name = 'page' in change ? change.page : (change.title ?? change.ref)
  return name === undefined
    ? ''
    : ` (${change.operation === 'insert_reusable_content' ? 'reusable content' : 'page'} ${name})`
}
