import { DocumentError } from '@quire/document/errors'
import type { Parser } from '@quire/parsing'
import { loadWords } from '@quire/search/texts'
import type { Quotes } from './quoting/quote.ts'
import { type AnswerWriter, type Draft, noAnswerText, type WriterTasks } from './writer.ts'

/** The text before the notes if the answering sections cannot be quoted. */
const sourcesOnlyText = 'The documentation speaks of this here.'

/** The built-in writer: quotes the sentences that answer the question, and invents nothing (docs/adr/0017). */
export const extractiveWriter: AnswerWriter = {
  async *write(draft) {
    if (draft.sections.length === 0) {
      yield { markdown: noAnswerText, cites: [] }
      return
    }
    const { quotes, seeAlso } = await quotesFor(draft)
    if (quotes.length === 0) yield { markdown: `${sourcesOnlyText}[^1]`, cites: [1] }
    for (const [index, { passage, markdown }] of quotes.entries())
      yield { markdown: `${index === 0 ? '' : '\n\n'}${markdown}`, cites: [passage] }
    yield { markdown: '', cites: [], seeAlso }
  },
}

/** Returns the quotes; none if a text takes too long to read. */
async function quotesFor({ searched, related, sections, parser }: Draft): Promise<Quotes> {
  const quoted = sections.map(({ spaceId, pageId, language, titles, markdown }) => {
    return { spaceId, pageId, language, titles, markdown }
  })
  try {
    return await parser.run('quotesOf', searched, quoted, related)
  } catch (error) {
    if (error instanceof DocumentError) return { quotes: [], seeAlso: [] }
    throw error
  }
}

/** Long enough to be parsed in a thread. */
const text = 'Turn the crank. '.repeat(100)
const exampleSection = { spaceId: '', pageId: '', language: 'en', titles: ['The crank'], markdown: text }

/** Loads the word list and a thread, so that the first question of a process is answered as fast as later ones. */
export async function loadQuestionData(parserUntil: (signal: AbortSignal) => Parser<WriterTasks>): Promise<void> {
  loadWords()
  await parserUntil(new AbortController().signal).run('quotesOf', 'How do I turn the crank?', [exampleSection])
}
