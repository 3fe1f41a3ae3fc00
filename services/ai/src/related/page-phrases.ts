import { isDistinctive, languageOf, phraseKey } from '@quire/search/texts'
import { beginningOf, endingIn, isAbbreviation } from './abbreviations.ts'
import { isGlossary, namesInEntry, namesInRow } from './glossary.ts'
import { linkTexts } from './link-texts.ts'
import { type NamePair, namesIn } from './other-names.ts'
import { plain, type Statement, statementsOf } from './statements.ts'

/** A phrase of a page for which another phrase may stand. */
export interface PagePhrase {
  /** The key by which a question finds the phrase (`phraseKey` of libs/search). */
  key: string
  kind: 'abbreviation' | 'name' | 'link'
  /** The other phrase; empty for a link, which means the title of its target. */
  means: string
  /** The page that a link leads to; else empty. */
  page: string
  section: string
}

interface PageToRead {
  title: string
  markdown: string
  /** The language tag of the page's space. */
  language: string | null
}

/** Bounds on the text read and the phrases returned of one page. */
const limits = { characters: 200_000, phrases: 200 }

/**
 * Returns the phrases for which a page's text gives another name: abbreviations next to the words of which they are the
 * initials, other and former names, entries of glossaries, and the texts of links. A pure function of the page, in time
 * linear in the text.
 */
export function phrasesIn({ title, markdown: whole, language }: PageToRead): PagePhrase[] {
  const markdown = whole.slice(0, limits.characters)
  const rules = languageOf(language ?? '')
  const learnt = new Map<string, PagePhrase>()
  const add = (phrase: string, more: Omit<PagePhrase, 'key'>) => {
    const key = phraseKey(rules, phrase)
    if (key === undefined || (more.means !== '' && phraseKey(rules, more.means) === key)) return
    learnt.set(JSON.stringify([key, more.means.toLowerCase(), more.page, more.section]), { key, ...more })
  }
  const pair = (kind: 'abbreviation' | 'name') => (names: NamePair) => {
    const [one, other] = names
    // Both directions. A name without a key is too long or says nothing; one cut within a character cannot be stored.
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
    if (isDistinctive(rules, words)) add(words, { kind: 'link', means: '', page, section })
  return [...learnt.values()].slice(0, limits.phrases)
}

/** Finds `Long form (LF)`, `LF (long form)`, and the words after an abbreviation at the beginning of an entry. */
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
