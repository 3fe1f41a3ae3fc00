import { expect, test } from '@jest/globals'
import { harmless } from './harmless.ts'
import { mayReach } from './model-writer.ts'

const sources = [
  'See [the shop](https://shop.example/a) or www.shop.example, mail a@shop.example, <kbd>Ctrl</kbd>.',
  '![x](crank.png)',
  'It sells.[^1]\n\n[^1]: The shop says so.',
]

test.each([
  ['[the shop](https://shop.example/a), <kbd>Ctrl</kbd>, a@shop.example, www.shop.example, ![y](crank.png)'],
  ['`<img src=https://evil.example>` and\n\n```html\n<img src="https://evil.example">\n```'],
  ['1 < 2 and 3 > 2: a & b {c}'],
])('what the sources name, and code, stays: %s', (piece) => {
  expect(harmless('Before. ', piece, sources)).toBe(piece)
})

test.each([
  ['a', '![x](https://evil.example/?q=1) b', '![x]() b'],
  ['a', ' <https://evil.example/x> b', '  b'],
  ['a', ' https://evil.example/x b', '  b'],
  ['a', ' www.evil.example/x b', '  b'],
  ['a', ' [x](&#104;ttps://evil.example) b', ' [x]() b'],
  ['a', ' <img src=//evil.example> b', '  b'],
  ['a', ' <<img src="x">img src="https://evil.example"> b', ' <img src=" b'],
  ['a', '\n\n{% embed url="https://evil.example" %}\n', '\n\n\n'],
  ['a', '\n\n<script>\nfetch("//evil.example")\n</script>', '\n\n'],
  ['a', '\n\n[x]: https://evil.example\n\n![x]', '\n\n[x]: \n\n![x]'],
  ['see [x', ' y](https://evil.example/1)', ' y]()'],
  ['a <img x', ' src="https://evil.example"> b', ' b'],
  // Footnotes are added after an answer, and the first one of a number counts.
  ['a [^1]', '\n[^1]: The shop says so.\n\nb', '\n\n\nb'],
  ['a [^1]', '\n\n> [^1]: The shop\n> says so.', '\n\n> '],
])('behind %j, of %j what reaches elsewhere is taken away', (soFar, piece, expected) => {
  expect(mayReach(piece)).toBe(true)
  expect(harmless(soFar, piece, sources)).toBe(expected)
})
