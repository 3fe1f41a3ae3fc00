import { explained, type Problem } from '../../../parts/field-problems.ts'
import type { Words } from '../../../words/general/en.ts'
import type { ImportsWords } from '../../../words/imports/en.ts'

type Texts = ImportsWords['leftOutParts']
/** A kind of notices, under which the report of an import lists them. */
export type NoticeGroup = keyof ImportsWords['noticeGroups']

/** A notice of an import about a file: why it could not be read, or what was left out of it or changed. */
export interface ImportNotice {
  group: NoticeGroup
  /** The file, as the import names it; absent where nothing tells it from the sentence. */
  path?: string
  /** The line or page in the file. */
  place?: string
  problem: Problem
}

/** The sentences by which imports name what they left out or changed, with what the person reads of each. */
const rules: [NoticeGroup, RegExp, (texts: Texts, ...found: string[]) => string][] = [
  ['pictures', /^the picture (.+) is not there$/s, (texts, url = '') => texts.pictureMissing(url)],
  ['links', /^the link leads nowhere: (.+) is not there; /s, (texts, url = '') => texts.linkMissing(url)],
  ['remotePictures', /^the picture (\S+) stays a link: (?:.+)$/s, (texts, url = '') => texts.pictureStays(url)],
  ['links', /^(.+) is not in the export$/s, (texts, url = '') => texts.notExported(url)],
  ['links', /^(\d+) more links lead to nothing in the export$/, (texts, count) => texts.moreNotExported(Number(count))],
  ['changedPages', /^it replaces the text of a page that another source brought$/, (texts) => texts.replaced],
  ['changedPages', /^the source does not have it any more; it was removed$/, (texts) => texts.removed],
  ['contents', /^(.+) is not a page of the import$/s, (texts, path = '') => texts.noPage(path)],
  ['contents', /^(?:the pages of )?(.+?) (?:is|are) listed twice$/s, (texts, name = '') => texts.listedTwice(name)],
  ['contents', /^(.+) is not a web address$/s, (texts, url = '') => texts.noAddress(url)],
  ['contents', /^the entry names no specification$/, (texts) => texts.unnamedSpecification],
  ['contents', /^the organization has no specification (".*"): /s, (texts, name = '') => texts.noSpecification(name)],
  ['redirects', /^redirects is no map of paths to files$/, (texts) => texts.redirectsUnread],
  ['redirects', /^the redirect of (".*") is not understood$/s, (texts, from = '') => texts.redirectUnread(from)],
  ['redirects', /^redirects has more than (\d+) entries; /, (texts, most) => texts.redirectsMany(Number(most))],
  [
    'redirects',
    /^the redirect of (".*") leads to (.*), which is no page$/s,
    (texts, from = '', to = '') => texts.redirectNowhere(from, to),
  ],
  ['files', /^(the .*) is not made: an import fills one space$/s, (texts, entry = '') => texts.siteEntry(entry)],
  ['blocks', /^a macro that the export could not write is left out: (.*)$/s, (texts, text = '') => texts.macro(text)],
  ['files', /^only some people may see it in Confluence, /, (texts) => texts.restricted],
  ['files', /^is a symbolic link, /, (texts) => texts.symbolicLink],
  ['files', /^is a submodule, /, (texts) => texts.submodule],
  ['files', /^is not a proper file name$|^has a name that no system should unpack$/, (texts) => texts.badName],
  ['settings', /; the page has none of it$/, (texts) => texts.frontMatter],
  ['other', /^a NUL character is shown as U\+FFFD$/, (texts) => texts.noCharacter],
  ['settings', /^the condition is not understood, /, (texts) => texts.condition],
  ['blocks', /: sites show the page as it is written$/, (texts) => texts.asWritten],
  ['blocks', /^diagrams of the kind (.+) are not drawn; /s, (texts, kind = '') => texts.diagram(kind)],
  ['blocks', /^(.+) is closed nowhere; it ends where /s, (texts, tag = '') => texts.unclosed(tag)],
  ['blocks', /^(.+) is not understood; only its words are shown$/s, (texts, tag = '') => texts.unknown(tag)],
  ['settings', /^(.+?) is not understood/s, (texts, name = '') => texts.keyUnread(name)],
  ['files', /^it cannot be read$/, (texts) => texts.unreadable],
]

/**
 * Returns what an import left out or changed, and the file that it is in, with the line or page there, as in
 * `guide.md, line 3: the picture a.png is not there`.
 */
export function leftOutPart(message: string, words: Words & ImportsWords): ImportNotice {
  const texts = words.leftOutParts
  for (const { sentence, ...at } of dividedIn(message, texts)) {
    const known = byRule(sentence, texts)
    if (known) return { ...at, ...known }
  }
  return { group: 'other', problem: explained(message, texts.other, words) }
}

interface DividedMessage extends Pick<ImportNotice, 'path' | 'place'> {
  sentence: string
}

/** Returns the ways to divide a message into a place and a sentence: paths and sentences may have colons themselves. */
function dividedIn(message: string, texts: Texts): DividedMessage[] {
  const [, fileOfLine, line, ofLine = ''] = /^(.*?), line (\d+): (.*)$/s.exec(message) ?? []
  if (fileOfLine !== undefined) return [{ path: fileOfLine, place: texts.line(Number(line)), sentence: ofLine }]
  const [, fileOfPage, title = '', ofPage = ''] = /^(.*?), page "(.*?)": (.*)$/s.exec(message) ?? []
  if (fileOfPage !== undefined) return [{ path: fileOfPage, place: texts.page(title), sentence: ofPage }]
  return [...message.matchAll(/: /g)]
    .toReversed()
    .map(({ index }) => ({ path: message.slice(0, index), sentence: message.slice(index + 2) }))
}

function byRule(sentence: string, texts: Texts): Pick<ImportNotice, 'group' | 'problem'> | undefined {
  for (const [group, rule, say] of rules) {
    const [whole, ...found] = rule.exec(sentence) ?? []
    if (whole !== undefined) return { group, problem: { text: say(texts, ...found) } }
  }
  return undefined
}
