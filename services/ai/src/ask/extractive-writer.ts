import { DocumentError } from '@quire/document/errors'
import { saysNothing, saysWhere } from './phrases.ts'
import type { Quotes } from './quoting/quote.ts'
import type { AnswerWriter, Draft } from './writer.ts'

/** The embedded writer: it quotes what answers, sentence by sentence, and invents nothing (docs/adr/0072). */
export const extractiveWriter: AnswerWriter = {
  async *write(draft) {
    if (draft.passages.length === 0) {
      yield { markdown: saysNothing, cites: [] }
      return
    }
    const { quotes, seeAlso } = await quotesFor(draft)
    if (quotes.length === 0) yield { markdown: `${saysWhere}[^1]`, cites: [1] }
    for (const [index, { passage, markdown }] of quotes.entries())
      yield { markdown: `${index === 0 ? '' : '\n\n'}${markdown}`, cites: [passage] }
    yield { markdown: '', cites: [], seeAlso }
  },
}

/** None where a text takes longer to read than it may. */
async function quotesFor({ searched, related, passages, parser }: Draft): Promise<Quotes> {
  const quoted = passages.map(({ spaceId, pageId, language, titles, markdown }) => {
    return { spaceId, pageId, language, titles, markdown }
  })
  try {
    return await parser.run('quotesOf', searched, quoted, related)
  } catch (error) {
    if (error instanceof DocumentError) return { quotes: [], seeAlso: [] }
    throw error
  }
}
