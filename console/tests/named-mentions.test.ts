import { expect, test } from '@jest/globals'
import { mentionOf } from '../src/parts/markdown-links.ts'
import { namedMentions } from '../src/screens/comments/named-mentions.ts'

const ann = { id: 'u1', displayName: 'Ann' }
const annLee = { id: 'u2', displayName: 'Ann [Lee] *' }

test('a mention is shown by its name, and written as it was', () => {
  const { show, write } = namedMentions()
  const text = `${mentionOf(annLee)}, ask (${mentionOf(ann)}), not [Ann](/pages/p1 "mention").`
  expect(show(text)).toBe('@Ann [Lee] *, ask (@Ann), not [Ann](/pages/p1 "mention").')
  expect(write(show(text))).toBe(text)
})

test('a name that is changed mentions nobody, and does again once it is back', () => {
  const { nameOf, write } = namedMentions()
  expect(nameOf(ann)).toBe('@Ann')
  expect(['Ask @An', 'Ask @Anna', 'ask@Ann'].map(write)).toEqual(['Ask @An', 'Ask @Anna', 'ask@Ann'])
  expect(write('Ask @Ann!')).toBe(`Ask ${mentionOf(ann)}!`)
})

test('of two people of one name, each mention leads to whom it was made for', () => {
  const { show, nameOf, write } = namedMentions()
  const other = mentionOf({ ...ann, id: 'u3' })
  expect([nameOf(ann), nameOf({ ...ann, id: 'u3' })]).toEqual(['@Ann', other])
  const text = `${mentionOf(ann)} and ${other}`
  expect(show(text)).toBe(`@Ann and ${other}`)
  expect(write(show(text))).toBe(text)
})

test('a mention within a word stays as it is written, since its name would run into the word', () => {
  const { show, write } = namedMentions()
  const text = `x${mentionOf(ann)} and ${mentionOf(ann)}s`
  expect(write(show(text))).toBe(text)
})

test('a text without mentions is shown and written as it is', () => {
  const { show, write } = namedMentions()
  for (const text of ['', 'Mail ann@example.com or @Ann', '[Ann](/users/u1)', '[Ann](https://example.com "mention")'])
    expect([show(text), write(text)]).toEqual([text, text])
})
