import { expect, test } from '@jest/globals'
import { pictureProblem } from '../src/screens/sites/customization/picture-problems.ts'
import { de } from '../src/words/customization/de.ts'
import { en } from '../src/words/customization/en.ts'

test.each<[string, (texts: typeof en.pictureProblems) => object]>([
  [
    'body: is a drawing with a <script>: save it without',
    (texts) => ({ text: texts.unsafeDrawing, detail: 'a <script>' }),
  ],
  ['body: is image/bmp: send PNG', ({ kind }) => ({ text: kind })],
  ['body: is neither a picture nor a font: send PNG', ({ kind }) => ({ text: kind })],
  ['body: is a damaged picture: it has no width and height', ({ damaged }) => ({ text: damaged })],
  [
    'body: is a picture of 9000 by 10 pixels: it may have 4096 in each direction',
    ({ pixels }) => ({ text: pixels(4096) }),
  ],
  ['A file of this kind may have 1048576 bytes.', ({ large }) => ({ text: large(1024) })],
  ['The file is larger than 5242880 bytes.', ({ large }) => ({ text: large(5120) })],
  ['The site has 100 files of 12 bytes, and may have 100 of 13: …', ({ siteIsFull }) => ({ text: siteIsFull })],
])('%s: a picture that is refused says so in the language of the person', (message, wanted) => {
  for (const words of [en, de]) expect(pictureProblem(message, words)).toEqual(wanted(words.pictureProblems))
})

test('a refusal of something else has none of these words', () => {
  expect(pictureProblem('The site was not found.', de)).toBeUndefined()
})
