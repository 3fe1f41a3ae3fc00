import { type Language, languageOf, parseQuery } from '@quire/search/texts'

/** The words that tell what a question is about, in no order: questions with the same ones ask the same. */
export function contentWords(question: string, language: string | null = null): string[] {
  const rules: Language = languageOf(language ?? '')
  const roots = parseQuery(question, { language: rules }).terms.map(
    ({ alternatives, text }) => alternatives.at(-1)?.lexeme ?? text,
  )
  return [...new Set(roots)].sort()
}
