import type { Passage } from './retrieval.ts'

/** What the writer of an answer is given. */
interface Draft {
  question: string
  /** Best first; empty where the documentation does not answer. */
  passages: Passage[]
  signal: AbortSignal
}

/** Writes an answer in markdown, piece by piece: the port that a language model plugs into (docs/adr/0008). */
export interface AnswerWriter {
  write(draft: Draft): AsyncIterable<string>
}

const saysNothing = 'The documentation does not answer this question.'
const longestQuote = 1200

/** The embedded writer: it quotes the sections that answer and names their pages, and invents nothing. */
export const extractiveWriter: AnswerWriter = {
  async *write({ passages }) {
    if (passages.length === 0) {
      yield saysNothing
      return
    }
    for (const [index, passage] of passages.entries()) {
      yield `${index === 0 ? '' : '\n\n'}**${passage.titles.join(' › ')}**\n\n${quote(passage)}`
    }
  },
}

/** The section without its heading, cut at the end of a paragraph where it is long. */
function quote({ markdown, id }: Passage): string {
  const body = (id === '' ? markdown : markdown.replace(/^[^\n]*\n/, '')).trim()
  if (body.length <= longestQuote) return body
  const cut = body.lastIndexOf('\n\n', longestQuote)
  const shortened = body.slice(0, cut > 0 ? cut : longestQuote)
  // An odd number of fences would swallow whatever follows the quote.
  const isOpen = (shortened.match(/^(```|~~~)/gm)?.length ?? 0) % 2 === 1
  return `${shortened}${isOpen ? '\n```' : ''}\n\n…`
}
