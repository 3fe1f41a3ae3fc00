/** A text in which marks stand for everything that no translator may touch. */
export interface MaskedText {
  text: string
  /** The content of the marks, by their number. */
  parts: readonly string[]
}

/** Beginnings of parts, and parts that one expression finds in linear time. */
const beginning = new RegExp(
  [
    /^[ \t>]*(?<fence>`{3,}|~{3,})/,
    /(?<open>\$\$|\{%|\{\{|<!--)/,
    /(?<ticks>`+)/,
    // HTML, and addresses in angle brackets.
    /<[/!?]?[A-Za-z][^<>]*>/,
    // Targets of links and pictures, which may have a title.
    /\]\((?:[^()\s\\]|\\.|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/,
    // Definitions of link targets.
    /^\[[^\]\n]+\]:[ \t]*\S.*$/,
    /https?:\/\/[^\s<>)\]|]+/,
    // A text may have such marks of its own.
    /⟦|⟧/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
const closings: Record<string, string> = { $$: '$$', '{%': '%}', '{{': '}}', '<!--': '-->' }
const mark = /⟦(\d{1,6})⟧/g

/**
 * Replaces code, formulas, tags, HTML and addresses by marks. Takes linear time: an end that is missing once is not
 * looked for again.
 */
export function maskMarkdown(markdown: string): MaskedText {
  const [parts, missing]: [string[], Set<string>] = [[], new Set()]
  let [text, at] = ['', 0]
  beginning.lastIndex = 0
  for (let found = beginning.exec(markdown); found; found = beginning.exec(markdown)) {
    const end = endOf(markdown, found, missing)
    if (end === undefined) continue
    text += `${markdown.slice(at, found.index)}⟦${parts.push(markdown.slice(found.index, end)) - 1}⟧`
    at = end
    beginning.lastIndex = end
  }
  return { text: text + markdown.slice(at), parts }
}

/** Returns the end of a part; undefined if it has none and is text. */
function endOf(markdown: string, found: RegExpExecArray, missing: Set<string>): number | undefined {
  const [begun, { fence, open, ticks } = {}] = [found.index + found[0].length, found.groups]
  // Code without an end goes on to the end of the text.
  if (fence && fence.length > maxRun) return markdown.length
  if (fence) return endOfMatch(new RegExp(`^[ \\t>]*${fence}[\`~]*[ \\t]*$`, 'gm'), markdown, begun) ?? markdown.length
  const opened = open ?? ticks
  if (!opened) return begun
  if (missing.has(opened) || opened.length > maxRun) return undefined
  const closing = closings[opened]
  const end = closing
    ? [markdown.indexOf(closing, begun)].filter((one) => one >= 0).map((one) => one + closing.length)[0]
    : endOfMatch(new RegExp(`(?<!\`)${opened}(?!\`)`, 'g'), markdown, begun)
  if (end === undefined) missing.add(opened)
  return end
}

/** Nobody opens code with as many characters. */
const maxRun = 50

function endOfMatch(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Puts the parts back. */
export const unmask = (text: string, parts: readonly string[]): string =>
  text.replaceAll(mark, (_, number: string) => parts[Number(number)] ?? '')

/** True if there are words to translate. */
export const hasWords = (masked: string): boolean => /\p{L}/u.test(masked.replaceAll(mark, ''))

const marksIn = (masked: string) => [...masked.matchAll(mark)].map(([one]) => one).sort()
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const structure = [/^[ \t>]*#{1,6}[ \t]/gm, /\[/g, /\|/g, /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]/gm, /^[ \t]*>/gm]

/**
 * True if a translation has each mark of its source once, no code, tag, HTML or address besides, and as many headings,
 * links, cells and items: then it reads as the same blocks.
 */
export function isSameStructure(source: string, translated: string): boolean {
  if (marksIn(source).join() !== marksIn(translated).join()) return false
  if (maskMarkdown(translated.replaceAll(mark, '')).parts.length > 0) return false
  return structure.every((pattern) => countOf(source, pattern) === countOf(translated, pattern))
}

/**
 * Splits a masked text between its blocks, and long blocks between their lines, into pieces of at most `maxBytes` bytes
 * that make the text again when they are joined. A single line may be longer.
 */
export function splitText(masked: string, maxBytes: number): string[] {
  const pieces: string[] = []
  for (const block of masked.split(/(?!\s)(?<=\n\s*\n)/)) {
    const lines = Buffer.byteLength(block) > maxBytes ? block.split(/(?<=\n)/) : [block]
    for (const line of lines) {
      const last = pieces.at(-1)
      if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(line) <= maxBytes)
        pieces[pieces.length - 1] = last + line
      else pieces.push(line)
    }
  }
  return pieces
}

/** The number of words of a text, without code and addresses. Scripts without blanks count two characters as a word. */
export const countWords = (markdown: string): number => countMaskedWords(maskMarkdown(markdown).text)

/** The number of words of a masked text. */
export function countMaskedWords(masked: string): number {
  const text = masked.replaceAll(mark, ' ')
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  const spaced = text.replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' ')
  return countOf(spaced, /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) + Math.ceil(unspaced / 2)
}
