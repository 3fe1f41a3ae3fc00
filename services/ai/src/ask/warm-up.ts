import { loadWords } from '@quire/search/texts'
import type { TextParser } from '../parsing.ts'

/** Longer than what is read without a thread. */
const text = 'Turn the crank. '.repeat(100)
const passage = { spaceId: '', pageId: '', language: 'en', titles: ['The crank'], markdown: text }

/** Loads what a question needs, so that the first one of a process is answered as the others are. */
export async function warmUp(parserUntil: (signal: AbortSignal) => TextParser): Promise<void> {
  loadWords()
  await parserUntil(new AbortController().signal).run('quotesOf', 'How do I turn the crank?', [passage])
}
