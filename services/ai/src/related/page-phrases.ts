import { withoutComments } from '@quire/document'
import { isDistinctive, languageOf, phraseKey } from '@quire/search/texts'
import { cleanName, type NamePair, namesIn } from './other-names.ts'
import { plain, type Statement, statementsOf } from './statements.ts'

/** Words that an abbreviation may skip. */
const small = new Set(
  'a an and as at by de del des di do du e et for from in la las le les los of on or per the to und von y zu & и'.split(
    ' ',
  ),
)

const maxWords = 8

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
  const markdown = withoutComments(whole.slice(0, limits.characters))
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

/** Matches link texts that could lead to any page. */
const anyPage =
  /^(?:(?:this|the|a|an|here|see|read|learn|more|about|it|page|pages|guide|guides|section|documentation|docs?|details?|link|links|above|below|next|previous|article|chapter|tutorial|examples?|overview|reference|introduction|instructions?|information|following|click|for|our|and|on|how|to)(?:[\s,.:]+|$))+$/iu

/** The text of a link to a page of the same space, or to a section of that page. */
interface LinkText {
  words: string
  page: string
  /** The id of the section; empty for the page as a whole. */
  section: string
}

/**
 * Returns the texts of links to pages of the same space, in the form that the markdown of pages uses (docs/adr/0003).
 */
function linkTexts(markdown: string): LinkText[] {
  const links = markdown.matchAll(
    /(?<!!)\[([^\][]{2,80})\]\(\/pages\/([^\s()#?]{1,200})(?:#([^\s()]{0,200}))?(?:\s[^()]{0,200})?\)/g,
  )
  return [...links].flatMap(([, text = '', page = '', section = '']) => {
    const words = text
      .replace(/[`*_\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return words === '' || anyPage.test(words) ? [] : [{ words, page, section }]
  })
}

const glossary =
  /(?<![\p{L}])(?:glossar(?:y|ies)?|terminology|terms|vocabulary|abbreviations|acronyms|glossaire|glosario|glossário|глоссарий|begriffe|abkürzungen)(?![\p{L}])/iu

/** Matches the title of a column that holds other names of the first column's things. */
const otherNames =
  /^(?:alias(?:es)?|synonyms?|also\s+(?:called|known\s+as)|a\.?k\.?a\.?|abbreviations?|acronyms?|short\s+(?:form|name)|(?:former|old|previous|other)\s+names?|formerly)$/iu

/** Returns the other names in a row of a table that has a column for them. */
function namesInRow({ row }: Statement): NamePair[] {
  if (!row) return []
  const other = row.titles.findIndex((title) => otherNames.test(title))
  const own = other === 0 ? 1 : 0
  const name = cleanName(row.cells[own] ?? '')
  if (other < 0 || name === undefined) return []
  return (row.cells[other] ?? '').split(/\s*[,;]\s*/).flatMap((one) => {
    const alias = cleanName(one)
    return alias === undefined ? [] : [[name, alias] as const]
  })
}

const isGlossary = (title: string): boolean => glossary.test(title)

/**
 * Returns the names in an entry of a glossary: `**Name** (other name): …`, `**Name / other name**: …` or `**Name**: see
 * other name`.
 */
function namesInEntry({ text }: Statement): NamePair[] {
  const entry = /^⟦([^⟦⟧]{2,60})⟧\s*(?:\(([^()]{2,60})\))?\s*[:–—-]\s*(.*)$/u.exec(text)
  if (!entry) return []
  const [, names = '', inBrackets = '', rest = ''] = entry
  const [name, ...others] = names.replace(/[:\s]+$/, '').split(/\s+\/\s+|,\s*/)
  const seen = /^(?:→\s*)?see(?:\s+also)?\s+([^.,;]{2,60})\.?$/iu.exec(rest.replace(/[⟦⟧]/g, ''))
  const all = [...others, ...inBrackets.split(/\s*,\s*/), seen?.[1] ?? ''].flatMap((one) => cleanName(one) ?? [])
  const first = cleanName(name ?? '')
  return first === undefined ? [] : all.map((one) => [first, one] as const)
}

/** True if a text is written like an abbreviation, mostly in capitals. */
function isAbbreviation(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return /^\p{L}[\p{L}\p{N}&/.-]{1,9}$/u.test(text) && capitals >= 2 && capitals >= (text.length - 1) / 2
}

/**
 * Returns the words at the end of a text that an abbreviation stands for; undefined if its letters are not their
 * initials.
 */
function endingIn(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const longest = Math.min(words.length, maxWords)
  for (let count = 2; count <= longest; count++) {
    const last = words.slice(-count)
    if (isShortFor(abbreviation, last)) return last.join(' ')
  }
  return undefined
}

/** Returns the words at the beginning of a text that an abbreviation stands for; undefined if there are none. */
function beginningOf(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const longest = Math.min(words.length, maxWords)
  for (let count = longest; count >= 2; count--) {
    const first = words.slice(0, count)
    if (!small.has(first.at(-1)?.toLowerCase() ?? '') && isShortFor(abbreviation, first)) return first.join(' ')
  }
  return undefined
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*|&/gu) ?? []

/**
 * True if the letters are the initials of the words, in their order, and only small words are skipped. One word may
 * give two letters, as in HTTP.
 */
function isShortFor(abbreviation: string, words: readonly string[]): boolean {
  const singular = abbreviation.replace(/(?<=\p{Lu})s$/u, '')
  const letters = [...singular.toLowerCase().matchAll(/[\p{L}\p{N}]/gu)].map(([letter]) => letter)
  const all = words.map((word) => word.toLowerCase())
  return !small.has(all[0] ?? '') && agree(letters, all, 1)
}

function agree(letters: readonly string[], words: readonly string[], inner: number): boolean {
  const [letter, next] = letters
  const [word, ...others] = words
  if (word === undefined) return letter === undefined
  const begins = letter !== undefined && (word.startsWith(letter) || (letter === 'x' && word.startsWith('ex')))
  if (begins && agree(letters.slice(1), others, inner)) return true
  const givesTwo = begins && next !== undefined && inner > 0 && word.slice(1).includes(next)
  if (givesTwo && agree(letters.slice(2), others, inner - 1)) return true
  return small.has(word) && agree(letters, others, inner)
}
