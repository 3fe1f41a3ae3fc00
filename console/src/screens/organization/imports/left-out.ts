import { explained, type Problem } from '../../../parts/field-problems.ts'
import type { Words } from '../../../words/general/en.ts'
import type { ImportsWords } from '../../../words/imports/en.ts'

type Texts = ImportsWords['leftOutParts']

/** The sentences by which imports name what they left out or changed, with what the person reads of each. */
const rules: [RegExp, (texts: Texts, ...found: string[]) => string][] = [
  [/^the picture (.+) is not there$/s, (texts, url = '') => texts.pictureMissing(url)],
  [/^the link leads nowhere: (.+) is not there; /s, (texts, url = '') => texts.linkMissing(url)],
  [/^the picture (\S+) stays a link: (?:.+)$/s, (texts, url = '') => texts.pictureStays(url)],
  [/^(.+) is not in the export$/s, (texts, url = '') => texts.notExported(url)],
  [/^(\d+) more links lead to nothing in the export$/, (texts, count) => texts.moreNotExported(Number(count))],
  [/^it replaces the text of a page that another source brought$/, (texts) => texts.replaced],
  [/^the source does not have it any more; it was removed$/, (texts) => texts.removed],
  [/^(.+) is not a page of the import$/s, (texts, path = '') => texts.noPage(path)],
  [/^(?:the pages of )?(.+?) (?:is|are) listed twice$/s, (texts, name = '') => texts.listedTwice(name)],
  [/^(.+) is not a web address$/s, (texts, url = '') => texts.noAddress(url)],
  [/^the entry names no specification$/, (texts) => texts.unnamedSpecification],
  [/^the organization has no specification (".*"): /s, (texts, name = '') => texts.noSpecification(name)],
  [/^redirects is no map of paths to files$/, (texts) => texts.redirectsUnread],
  [/^the redirect of (".*") is not understood$/s, (texts, from = '') => texts.redirectUnread(from)],
  [/^redirects has more than (\d+) entries; /, (texts, most) => texts.redirectsMany(Number(most))],
  [
    /^the redirect of (".*") leads to (.*), which is no page$/s,
    (texts, from = '', to = '') => texts.redirectNowhere(from, to),
  ],
  [/^(the .*) is not made: an import fills one space$/s, (texts, entry = '') => texts.siteEntry(entry)],
  [/^a macro that the export could not write is left out: (.*)$/s, (texts, text = '') => texts.macro(text)],
  [/^only some people may see it in Confluence, /, (texts) => texts.restricted],
  [/^is a symbolic link, /, (texts) => texts.symbolicLink],
  [/^is a submodule, /, (texts) => texts.submodule],
  [/^is not a proper file name$|^has a name that no system should unpack$/, (texts) => texts.badName],
  [/; the page has none of it$/, (texts) => texts.frontMatter],
  [/^a NUL character is shown as U\+FFFD$/, (texts) => texts.noCharacter],
  [/^the condition is not understood, /, (texts) => texts.condition],
  [/: sites show the page as it is written$/, (texts) => texts.asWritten],
  [/^diagrams of the kind (.+) are not drawn; /s, (texts, kind = '') => texts.diagram(kind)],
  [/^(.+) is closed nowhere; it ends where /s, (texts, tag = '') => texts.unclosed(tag)],
  [/^(.+) is not understood; only its words are shown$/s, (texts, tag = '') => texts.unknown(tag)],
  [/^(.+?) is not understood/s, (texts, name = '') => texts.keyUnread(name)],
  [/^it cannot be read$/, (texts) => texts.unreadable],
]

/**
 * Returns what an import left out or changed, behind the file that it is in, and the line or page there, as in
 * `guide.md, line 3: the picture a.png is not there`.
 */
export function leftOutPart(message: string, words: Words & ImportsWords): Problem {
  const texts = words.leftOutParts
  for (const [place, sentence] of dividedIn(message, texts)) {
    const said = byRule(sentence, texts)
    if (said !== undefined) return { text: `${place}: ${said}` }
  }
  return explained(message, texts.other, words)
}

/** Returns the ways to divide a message into a place and a sentence: paths and sentences may have colons themselves. */
function dividedIn(message: string, texts: Texts): [place: string, sentence: string][] {
  const [, inLine, line, ofLine = ''] = /^(.*?), line (\d+): (.*)$/s.exec(message) ?? []
  if (inLine !== undefined) return [[`${inLine}, ${texts.line(Number(line))}`, ofLine]]
  const [, inPage, title = '', ofPage = ''] = /^(.*?), page "(.*?)": (.*)$/s.exec(message) ?? []
  if (inPage !== undefined) return [[`${inPage}, ${texts.page(title)}`, ofPage]]
  return [...message.matchAll(/: /g)]
    .toReversed()
    .map(({ index }) => [message.slice(0, index), message.slice(index + 2)])
}

function byRule(sentence: string, texts: Texts): string | undefined {
  for (const [rule, say] of rules) {
    const [whole, ...found] = rule.exec(sentence) ?? []
    if (whole !== undefined) return say(texts, ...found)
  }
  return undefined
}
