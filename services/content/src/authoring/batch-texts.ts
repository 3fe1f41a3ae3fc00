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

interface GivenText {
  index: number
  change: Extract<ContentChange, { operation: 'insert_page' | 'update_page' }>
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
    if (change.operation !== 'insert_page' && change.operation !== 'update_page') continue
    const { document } = change
    if (!document) continue
    await turn()
    const markdown = await bodyToMarkdown(parser, document, `${fieldOf(index)}.document`)
    const text = readPlain(markdown)
    if (text) plain.push([index, text])
    else given.push({ index, change, isMarkdown: 'markdown' in document, markdown })
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
    const page = change.operation === 'update_page' ? change.page : (change.title ?? change.ref)
    throw badRequest(field, `${error.message}${page === undefined ? '' : ` (page ${page})`}`)
  }
}
