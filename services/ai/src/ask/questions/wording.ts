import { askInEnglish } from './english.ts'

/** How a title becomes a question in a language: a task where `task` recognises one, else a thing. */
interface Wording {
  /** Finds the task in a title, as what is asked how to do. */
  task: RegExp
  how: (task: string) => string
  what: (title: string) => string
}

/** In these languages an infinitive names a task: first in a title, in German last. */
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
 * The question that a page or section of this title answers, in its language (a tag; English where there is none). A
 * title that asks something is the question. Nothing for a title that makes none.
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
