import { expect, test } from '@jest/globals'
import { importProblem, startProblem } from '../src/screens/organization/imports/import-problems.ts'
import { de as generalDe } from '../src/words/general/de.ts'
import { en as generalEn } from '../src/words/general/en.ts'
import { de } from '../src/words/imports/de.ts'
import { en } from '../src/words/imports/en.ts'

const english = { ...generalEn, ...en }
const german = { ...generalDe, ...de }

test.each<[string, (texts: typeof en.importProblems) => string]>([
  ['holds no pages', (texts) => texts.noPages],
  ['holds more than 50000 entries', (texts) => texts.tooMany(50_000)],
  ['holds more than 524288000 bytes', (texts) => texts.tooMuch(500)],
  [
    '"../../evil.md" leads out of the archive: rename it or leave it out, and pack the archive again',
    (texts) => texts.badName('"../../evil.md"'),
  ],
  ['"a.md" is a link or a special file: only files and folders are imported', (texts) => texts.specialFile('"a.md"')],
  ['holds "a.md" twice', (texts) => texts.twice('"a.md"')],
  ['"a.md" unpacks to more than 200 times its size', (texts) => texts.tooDense('"a.md"')],
  ['"a.md" is larger than 52428800 bytes', (texts) => `"a.md": ${texts.tooLarge(50)}`],
  ['is larger than 52428800 bytes', (texts) => texts.tooLarge(50)],
  ['is not a zip archive that can be read: end of it not found', (texts) => texts.unreadable],
  ['is encrypted', (texts) => texts.encrypted],
  ['is no kind of file that is imported', (texts) => texts.kind],
  ['is closed to crawlers by its robots.txt', (texts) => texts.robots],
])('%s: an import that fails says so in the language of the person, also of one file', (message, wanted) => {
  for (const words of [english, german]) {
    expect(importProblem(message, words)).toEqual({ text: wanted(words.importProblems) })
    const ofFile = importProblem(`a: b.zip: ${message} (and 2 more)`, words)
    expect(ofFile).toEqual({ text: `a: b.zip: ${wanted(words.importProblems)} ${words.andMore(2)}` })
  }
})

test('another reason is the English sentence, in other languages as the detail of a general one', () => {
  const message = 'could not be fetched: the answer was 404'
  expect(importProblem(message, english)).toEqual({ text: message })
  expect(importProblem(message, german)).toEqual({ text: de.importProblems.other, detail: message })
})

test('a file that is refused before the import begins is so in the same words', () => {
  expect(startProblem('body.file.size: must be 104857600 bytes at most', de)).toBe(de.importProblems.tooLarge(100))
  expect(startProblem('body: is image/png, which is no file that ends in .zip', de)).toBe(de.importProblems.unreadable)
  expect(startProblem('body.source.url: must be an address', de)).toBeUndefined()
})
