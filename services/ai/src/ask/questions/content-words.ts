import { type Language, languageOf, parseQuery } from '@quire/search/texts'

/**
 * Returns the stems of the words that carry a question's subject, sorted: questions with the same stems ask the same.
 */
export function contentWords(question: string, language: string | null = null): string[] {
  const rules: Language = languageOf(language ?? '')
  const roots = parseQuery(question, { language: rules }).terms.map(
    ({ alternatives, text }) => alternatives.at(-1)?.lexeme ?? text,
  )
  return [...new Set(roots)].sort()
}
