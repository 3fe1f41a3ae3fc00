import { plain, type Statement } from './statements.ts'

/** Matches the words between two names of one thing. */
const isCalled =
  /(?<![\p{L}])(?:(?:also|sometimes|often|otherwise|formerly|previously|originally)\s+(?:known|called|named|abbreviated|referred\s+to)(?:\s+as)?|a\.?\s?k\.?\s?a\.?|(?<=[(,]\s{0,2})(?:formerly|alias(?=:))|(?:is|are)\s+(?:short|another\s+(?:name|word|term)|a\s+synonym)\s+for|(?<=\(\s{0,2})short\s+for|auch\s+bekannt\s+als|auch|ehemals|aussi\s+appelée?s?|anciennement|tambi[eé]n\s+(?:conocid[oa]s?|llamad[oa]s?)(?:\s+como)?|anteriormente|também\s+(?:conhecid[oa]s?|chamad[oa]s?)(?:\s+(?:como|de))?|также\s+известн\p{L}{1,4}\s+как)(?![\p{L}])/giu
const forShort = /[,(]\s*(?:or\s+)?(?:just\s+|simply\s+)?([^,()]{2,40}?)\s+for\s+short(?![\p{L}])/giu
/** Matches the words before a list of other names. */
const namesFollow =
  /^(?:alias(?:es)?|synonyms?|abbreviations?|other\s+names?|also\s+(?:called|known\s+as))\s*[:：]\s*/iu

/** Words that no name contains: a name without markup begins after one, or ends before it. */
const between =
  /(?<![\p{L}\p{N}])(?:an?|the|this|that|these|those|its?|our|your|their|each|every|some|all|to|by|with|and|or|as|is|are|was|were|be|has|have|uses?|which|who|when|while|where|why|how|if|because|since|but|so|then|into|via|called|named|der|die|das|ein|eine|und|oder|le|la|les|un|une|et|ou|el|los|las|y|os)(?![\p{L}\p{N}])/giu
/** Prepositions: a noun after one belongs to another noun, so it is not clear which of the two is named. */
const unclear =
  /(?<![\p{L}\p{N}])(?:of|in|on|at|for|from|than|within|per|von|im|de|del|du|des|en|do|da)(?![\p{L}\p{N}])/iu
const maxWords = 4

/** Two phrases that a text uses for one thing. */
export type NamePair = readonly [string, string]

/** Returns the pairs of names that a statement gives to one thing. */
export function namesIn({ text, heading }: Statement): NamePair[] {
  const pairs: NamePair[] = []
  const add = (one: string | undefined, other: string | undefined) => {
    if (one !== undefined && other !== undefined) pairs.push([one, other])
  }
  const subject = subjectOf(text) ?? heading
  const follow = namesFollow.exec(afterSubject(text)) ?? namesFollow.exec(text)
  if (follow) for (const other of listed(follow.input.slice(follow[0].length))) add(subject, other)
  else
    for (const { index, 0: words } of text.matchAll(isCalled))
      add(before(text, index, words.length, subject), nameAfter(text.slice(index + words.length)))
  for (const { index, 1: short = '' } of text.matchAll(forShort))
    add(nameBefore(text.slice(0, index), subject), cleanName(short))
  return pairs
}

/** Returns the name with which a statement begins in the form of a glossary entry: `**Name**: …`. */
function subjectOf(text: string): string | undefined {
  const entry = /^⟦([^⟦⟧]{2,60})⟧\s*(?:\([^()]{1,60}\))?\s*(?:[:–—]|-\s)/u.exec(text)
  return entry?.[1]?.replace(/[:\s]+$/, '')
}

const afterSubject = (text: string): string => text.replace(/^⟦[^⟦⟧]{2,60}⟧\s*[:–—-]\s*/u, '')

/**
 * Returns the name to which the words at `index` give another one: the name before them, or the subject if a colon
 * follows.
 */
const before = (text: string, index: number, length: number, subject: string | undefined): string | undefined =>
  text[index + length] === ':' ? subject : nameBefore(text.slice(0, index), subject)

/** Returns the name at the end of a text; the subject if a sentence begins there. */
function nameBefore(text: string, subject: string | undefined): string | undefined {
  const said = text
    .slice(-160)
    .replace(/[\s,(–—-]+$/u, '')
    .replace(/(?<![\p{L}])(?:(?:which|that)\s+)?(?:(?:is|are|was|were)\s*)?$/iu, '')
    .replace(/[\s,(–—-]+$/u, '')
  if (said === '' || /[.!?:]$/.test(said)) return subject
  const set = /⟦([^⟦⟧]{2,60})⟧$/u.exec(said)
  if (set) return cleanName(set[1] ?? '')
  const clause = said.split(/[.;:!?(),⟦⟧]/).at(-1) ?? ''
  const name = clause.split(between).at(-1) ?? ''
  return unclear.test(name) ? undefined : cleanName(name)
}

/** Returns the name with which a text begins. */
function nameAfter(text: string): string | undefined {
  const after = text.slice(0, 120).replace(/^[\s:]+(?:as\s+)?(?:(?:an?|the|der|die|das|le|la|el)\s+)?/iu, '')
  const set = /^⟦([^⟦⟧]{2,60})⟧/u.exec(after)
  if (set) return cleanName(set[1] ?? '')
  const clause = after.split(/[.;:!?(),–—⟦⟧]/)[0] ?? ''
  return cleanName(clause.split(between)[0]?.split(unclear)[0] ?? '')
}

const listed = (text: string): string[] =>
  text
    .replace(/\.\s.*$|\.$/u, '')
    .split(/\s*[,;]\s*|\s+(?:and|or)\s+/u)
    .flatMap((one) => cleanName(one) ?? [])

/** Returns a name of few words without its markup; undefined if the text is no such name. */
export function cleanName(text: string): string | undefined {
  const name = plain(text).replace(/^["'“”‘’\s]+|["'“”‘’\s.]+$/gu, '')
  const words = name.split(/\s+/).length
  return /\p{L}/u.test(name) && name.length <= 60 && words <= maxWords ? name : undefined
}
