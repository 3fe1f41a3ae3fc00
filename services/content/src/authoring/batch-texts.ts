import type { ContentChange } from '@quire/contracts'
import { DocumentError } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import { bodyToMarkdown } from '../pages/bodies.ts'
import { type ReadText, readPlain } from '../pages/plain-text.ts'
import { inTurns } from '../turns.ts'

type TextContext = Pick<ContentContext, 'parser'>

/** The texts that a batch brings, by the index of their change. */
export type BatchTexts = ReadonlyMap<number, ReadText>

type TextChange = Extract<
  ContentChange,
  { operation: 'insert_page' | 'update_page' | 'insert_reusable_content' | 'update_reusable_content' }
>

/** Whether a change may bring a text. */
const bringsText = (change: ContentChange): change is TextChange =>
  /^(insert|update)_(page|reusable_content)$/.test(change.operation)

interface GivenText {
  index: number
  change: TextChange
  isMarkdown: boolean
  markdown: string
}

/**
 * Reads the texts of a batch before anything is locked or written, so that nobody waits for a long text. Throws 400
 * naming the change and its page.
 */
export async function readTexts({ parser }: TextContext, changes: readonly ContentChange[]): Promise<BatchTexts> {
  const given: GivenText[] = []
  const plain: [index: number, text: ReadText][] = []
  const turn = inTurns(5)
  for (const [index, change] of changes.entries()) {
    if (!bringsText(change) || !change.document) continue
    const { document } = change
    await turn()
    const markdown = await bodyToMarkdown(parser, document, `${fieldOf(index)}.document`)
    const text = readPlain(markdown)
    if (text) plain.push([index, text])
    // Front matter is a page's: to a reusable content it is text like any other.
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

/** What the text is of, as its writer knows it. */
function nameOf(change: TextChange): string {
  if ('reusableContent' in change) return ` (reusable content ${change.reusableContent})`
  const name = 'page' in change ? change.page : (change.title ?? change.ref)
  return name === undefined
    ? ''
    : ` (${change.operation === 'insert_reusable_content' ? 'reusable content' : 'page'} ${name})`
}
