import { expect, test } from '@jest/globals'
import { inertAddress, inertText } from './inert-text.ts'

test.each([
  ['https://evil.example/pay?x=1', 'https: evil. example/pay?x=1'],
  ['Read www.evil.example', 'Read www. evil. example'],
  ['//evil.example and \\\\evil\\share', 'evil. example and evil share'],
  ['[click](javascript:x) <a href="x">', "click (javascript: x) a href='x'"],
  ['mailto:a@evil.example', 'mailto: a at evil. example'],
  ['evil。example and ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil。 example and evil. example'],
  ['e\u200Bvil.\u00ADexample \u202Emoc.live', 'e vil. example moc. live'],
  ['call +1 (800) 555-0199 now', 'call … now'],
  ['“quoted” Node.js 2.0', "'quoted' Node. js 2. 0"],
])('a name such as %j has nothing that a mail program turns into a link: %j', (name, text) => {
  expect(inertText(name)).toBe(text)
})

test('a long name is cut between characters, and an address is written in words', () => {
  expect(inertText('😀'.repeat(200))).toBe(`${'😀'.repeat(99)}…`)
  expect(inertAddress('www.evil@example.com')).toBe('www (dot) evil (at) example (dot) com')
})
