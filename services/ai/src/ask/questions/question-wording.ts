import { type Language, languageOf, parseQuery } from '@quire/search/texts'
import { askInEnglish } from './english-questions.ts'

/** Rules of a language that turn a title into a question: about a task if `task` matches, else about a thing. */
interface Wording {
  /** Matches titles that name a task. */
  task: RegExp
  how: (task: string) => string
  what: (title: string) => string
}

/** Languages in which an infinitive names a task: at the beginning of a title, in German at the end. */
const wordings: Record<string, Wording> = {
  de: { task: /^.+ \p{Ll}+(?:en|ern|eln)$/u, how: (task) => `Wie kann ich ${task}?`, what: (it) => `Was ist ${it}?` },
  fr: {
    task: /^\p{L}+(?:er|ir|re) .+$/u,
    how: (task) => `Comment ${lower(task)} ?`,
    what: (it) => `Qu’est-ce que ${it} ?`,
  },
  es: { task: /^\p{L}+(?:ar|er|ir) .+$/u, how: (task) => `¿Cómo ${lower(task)}?`, what: (it) => `¿Qué es ${it}?` },
  pt: { task: /^\p{L}+(?:ar|er|ir) .+$/u, how: (task) => `Como ${lower(task)}?`, what: (it) => `O que é ${it}?` },
  ru: { task: /^\p{L}+ть(?:ся)? .+$/u, how: (task) => `Как ${lower(task)}?`, what: (it) => `Что такое ${it}?` },
}

const lower = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

const longestTitle = 90

/**
 * Returns the question that a page or section with this title answers, in its language (a tag; English if null). A
 * title that is a question is returned as it is. Undefined if the title yields no question.
 */
export function questionOf(title: string, language: string | null): string | undefined {
  const plain = title
    .replace(/\s+/g, ' ')
    .replace(/^(?:step )?\d+(?:\.\d+)*[.:)]?\s+/i, '')
    .replace(/[\s:：.…]+$/u, '')
    .trim()
  if (plain.length > longestTitle || !/^\p{L}.*\p{L}/u.test(plain) || /[#(){}=;]/.test(plain)) return undefined
  if (/[?？]$/.test(plain)) return plain
  const primary = language?.toLowerCase().split(/[-_]/, 1)[0] ?? 'en'
  if (primary === 'en') return askInEnglish(plain)
  const wording = wordings[primary]
  if (!wording) return `${plain}?`
  return wording.task.test(plain) ? wording.how(plain) : wording.what(plain)
}

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
