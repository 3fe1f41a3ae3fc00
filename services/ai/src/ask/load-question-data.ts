import { loadWords } from '@quire/search/texts'
import type { TextParser } from '../parsing.ts'

/** Long enough to be parsed in a thread. */
const text = 'Turn the crank. '.repeat(100)
const exampleSection = { spaceId: '', pageId: '', language: 'en', titles: ['The crank'], markdown: text }

/** Loads the word list and a thread, so that the first question of a process is answered as fast as later ones. */
export async function loadQuestionData(parserUntil: (signal: AbortSignal) => TextParser): Promise<void> {
  loadWords()
  await parserUntil(new AbortController().signal).run('quotesOf', 'How do I turn the crank?', [exampleSection])
}
