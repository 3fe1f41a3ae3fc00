import { isTelling, languageOf, phraseKey } from '@quire/search/texts'
import { isGlossary, namesInEntry, namesInRow } from './glossary.ts'
import { beginningOf, endingIn, isAbbreviation } from './initials.ts'
import { linkTexts } from './links.ts'
import { type NamePair, namesIn } from './names.ts'
import { plain, type Statement, statementsOf } from './statements.ts'

/** What a page says of words: a phrase that others may stand for. */
export interface LearntPhrase {
  /** What is asked for (`phraseKey` of libs/search). */
  key: string
  kind: 'abbreviation' | 'name' | 'link'
  /** What it means; empty for a link, which means the title that its target has. */
  means: string
  /** Where a link leads. */
  page: string
  section: string
}

interface LearningPage {
  title: string
  markdown: string
  /** The language tag of its space. */
  language: string | null
}

/** Of one page. */
const most = { characters: 200_000, phrases: 200 }

/**
 * The phrases of a page of which its text says what else they are called: abbreviations whose letters are the initials of
 * what stands beside them, other and former names, entries of glossaries, and the words of links. A pure function of the
 * page; its time grows with the text.
 */
export function phrasesIn({ title, markdown: whole, language }: LearningPage): LearntPhrase[] {
  const markdown = whole.slice(0, most.characters)
  const rules = languageOf(language ?? '')
  const learnt = new Map<string, LearntPhrase>()
  const add = (phrase: string, more: Omit<LearntPhrase, 'key'>) => {
    const key = phraseKey(rules, phrase)
    if (key === undefined || (more.means !== '' && phraseKey(rules, more.means) === key)) return
    learnt.set(JSON.stringify([key, more.means.toLowerCase(), more.page, more.section]), { key, ...more })
  }
  const pair = (kind: 'abbreviation' | 'name') => (names: NamePair) => {
    const [one, other] = names
    // Both ways; what has no key is too long or says nothing. What was cut within a character cannot be kept.
    if (names.some((name) => !name.isWellFormed() || phraseKey(rules, name) === undefined)) return
    add(one, { kind, means: other, page: '', section: '' })
    add(other, { kind, means: one, page: '', section: '' })
  }
  const inGlossary = isGlossary(title)
  for (const statement of statementsOf(markdown, title)) {
    for (const one of abbreviationsIn(statement)) pair('abbreviation')(one)
    for (const one of statement.row ? namesInRow(statement) : namesIn(statement)) pair('name')(one)
    if (inGlossary) for (const one of namesInEntry(statement)) pair('name')(one)
  }
  for (const { words, page, section } of linkTexts(markdown))
    if (isTelling(rules, words)) add(words, { kind: 'link', means: '', page, section })
  return [...learnt.values()].slice(0, most.phrases)
}

/** `Long form (LF)`, `LF (long form)`, and what follows an abbreviation at the beginning of an entry. */
function abbreviationsIn({ text }: Statement): NamePair[] {
  const read = plain(text)
  const pairs: NamePair[] = []
  for (const { index, 1: inner = '' } of read.matchAll(/\(([^()]{2,80})\)/gu)) {
    const before = read.slice(Math.max(0, index - 160), index).trimEnd()
    const [short = ''] = inner.split(/[,;]\s/)
    const long = isAbbreviation(short) ? endingIn(short, before.split(/[.;:!?()]/).at(-1) ?? '') : undefined
    if (long !== undefined) pairs.push([short, long])
    const last = /[^\s(]{2,12}$/u.exec(before)?.[0] ?? ''
    const inBrackets = isAbbreviation(last) ? beginningOf(last, inner) : undefined
    if (inBrackets !== undefined) pairs.push([last, inBrackets])
  }
  const entry = /^([^\s:–—]{2,10})\s*(?:[:–—]|-\s|\sstands\s+for\s|\sis\s+short\s+for\s)\s*(?:the\s+)?(.{5,120})/u.exec(
    read,
  )
  const [, short = '', rest = ''] = entry ?? []
  const long = isAbbreviation(short) ? beginningOf(short, rest) : undefined
  return long === undefined ? pairs : [...pairs, [short, long]]
}
