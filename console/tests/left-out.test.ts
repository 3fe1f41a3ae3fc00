import { expect, test } from '@jest/globals'
import { leftOutPart } from '../src/screens/organization/imports/left-out.ts'
import { de as generalDe } from '../src/words/general/de.ts'
import { en as generalEn } from '../src/words/general/en.ts'
import { de } from '../src/words/imports/de.ts'
import { en } from '../src/words/imports/en.ts'

const english = { ...generalEn, ...en }
const german = { ...generalDe, ...de }

type Texts = typeof en.leftOutParts

test.each<[string, (texts: Texts) => string]>([
  ['the picture a: b.png is not there', (texts) => texts.pictureMissing('a: b.png')],
  ['the link leads nowhere: ./b.md is not there; visitors see its words alone', (texts) => texts.linkMissing('./b.md')],
  [
    'the picture https://a.example/b.png stays a link: it is no picture',
    (texts) => texts.pictureStays('https://a.example/b.png'),
  ],
  ['titled/b is not in the export', (texts) => texts.notExported('titled/b')],
  ['7 more links lead to nothing in the export', (texts) => texts.moreNotExported(7)],
  ['it replaces the text of a page that another source brought', (texts) => texts.replaced],
  ['the source does not have it any more; it was removed', (texts) => texts.removed],
  ['b.md is not a page of the import', (texts) => texts.noPage('b.md')],
  ['the pages of "pets" are listed twice', (texts) => texts.listedTwice('"pets"')],
  ['ftp://b is not a web address', (texts) => texts.noAddress('ftp://b')],
  ['the entry names no specification', (texts) => texts.unnamedSpecification],
  [
    'the organization has no specification "pets": add it and import again to get its pages',
    (texts) => texts.noSpecification('"pets"'),
  ],
  ['redirects is no map of paths to files', (texts) => texts.redirectsUnread],
  ['the redirect of "old" is not understood', (texts) => texts.redirectUnread('"old"')],
  ['redirects has more than 1000 entries; the others are left out', (texts) => texts.redirectsMany(1000)],
  ['the redirect of "old" leads to b.md, which is no page', (texts) => texts.redirectNowhere('"old"', 'b.md')],
  ['the space "api" is not made: an import fills one space', (texts) => texts.siteEntry('the space "api"')],
  ['a macro that the export could not write is left out: Chart', (texts) => texts.macro('Chart')],
  ['only some people may see it in Confluence, so it is left out', (texts) => texts.restricted],
  ['is a symbolic link, which is not followed', (texts) => texts.symbolicLink],
  ['is a submodule, which is not followed', (texts) => texts.submodule],
  ['has a name that no system should unpack', (texts) => texts.badName],
  ['Nested mappings are not allowed; the page has none of it', (texts) => texts.frontMatter],
  ['a NUL character is shown as U+FFFD', (texts) => texts.noCharacter],
  ['icon is not understood', (texts) => texts.keyUnread('icon')],
  ['the condition is not understood, so no visitor of a site sees its text', (texts) => texts.condition],
  ['it is too deep: sites show the page as it is written', (texts) => texts.asWritten],
  ['diagrams of the kind gantt are not drawn; their source is shown', (texts) => texts.diagram('gantt')],
  [
    '{% tabs %} is closed nowhere; it ends where its part of the page seems to end',
    (texts) => texts.unclosed('{% tabs %}'),
  ],
  ['{% swagger %} is not understood; only its words are shown', (texts) => texts.unknown('{% swagger %}')],
  ['it cannot be read', (texts) => texts.unreadable],
])('%s: what an import left out is named in the language of the person, with its place', (sentence, wanted) => {
  for (const words of [english, german]) {
    const { leftOutParts: texts } = words
    const said = wanted(texts)
    const notice = { group: expect.any(String), problem: { text: said } }
    expect(leftOutPart(`a: b.md: ${sentence}`, words)).toEqual({ ...notice, path: 'a: b.md' })
    expect(leftOutPart(`b.md, line 3: ${sentence}`, words)).toEqual({ ...notice, path: 'b.md', place: texts.line(3) })
    const inPage = { ...notice, path: 'e.xml', place: texts.page('A, B') }
    expect(leftOutPart(`e.xml, page "A, B": ${sentence}`, words)).toEqual(inPage)
  }
})

test('anything else is the English sentence, in other languages as the detail of a general one', () => {
  const message = 'guide.md: its order is unknown'
  expect(leftOutPart(message, english)).toEqual({ group: 'other', problem: { text: message } })
  const problem = { text: de.leftOutParts.other, detail: message }
  expect(leftOutPart(message, german)).toEqual({ group: 'other', problem })
})
