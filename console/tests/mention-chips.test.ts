import { expect, test } from '@jest/globals'
import { mentionOf } from '../src/parts/markdown-links.ts'
import { mentionsIn } from '../src/screens/editor/mention-chips.ts'
import { parsed } from './parsed.ts'

/** Returns the names of the mentions in a text, each with the markdown that its chip stands for. */
function chipsOf(doc: string) {
  return mentionsIn(parsed(doc), 0, doc.length).map(({ from, to, text }) => [text, doc.slice(from, to)])
}

test('a mention of a person or a page is one chip with its name, whatever signs that has', () => {
  const ada = mentionOf({ id: 'u1', displayName: 'Ada [A] *B*' })
  const page = '[Springs](/pages/p1 "mention")'
  expect(chipsOf(`# Ask ${ada}\n\n- and ${page}, ${ada}`)).toEqual([
    ['Ada [A] *B*', ada],
    ['Springs', page],
    ['Ada [A] *B*', ada],
  ])
})

test.each([
  ['a link', '[Ada](/users/u1)'],
  ['a link with another title', '[Ada](/users/u1 "Mention")'],
  ['a picture', '![Ada](/files/f1 "mention")'],
  ['code in a line', '`[Ada](/users/u1 "mention")`'],
  ['code', '```\n[Ada](/users/u1 "mention")\n```'],
  ['a link over two lines', '[Ada\nL](/users/u1 "mention")'],
])('%s is shown as it is', (_, text) => expect(chipsOf(text)).toEqual([]))
