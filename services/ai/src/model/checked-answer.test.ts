import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { checkedAnswer } from './checked-answer.ts'
import { withoutReasoning } from './model-writer.ts'

async function* from(pieces: readonly string[]) {
  yield* pieces
}

/** Returns what `checkedAnswer` passes on of these pieces, with two sources. */
async function check(...pieces: string[]) {
  const checked = checkedAnswer(withoutReasoning(from(pieces)), 2)
  const passed: { markdown: string; cites: readonly number[] }[] = []
  for (let next = await checked.next(); ; next = await checked.next()) {
    if (!next.done) passed.push(next.value)
    else {
      const markdown = passed.map((piece) => piece.markdown).join('')
      return {
        passed,
        markdown: markdown.trim(),
        cites: [...new Set(passed.flatMap(({ cites }) => cites))],
        end: next.value,
      }
    }
  }
}

test.each([
  ['Do it [1].', 'Do it [^1].', [1]],
  ['Do it. [1] Then that. [2]', 'Do it. [^1] Then that. [^2]', [1, 2]],
  ['Do it [1, 2], or [^2]【1†x】.', 'Do it [^1][^2], or [^2][^1].', [1, 2]],
  ['Do it [1], not that [7].', 'Do it [^1], not that.', [1]],
  ['Invented.\n\nDo it [1].\n\nMore of it [3].', 'Do it [^1].', [1]],
  ['# Doing\n\nDo it [1].\n\n# Else\n\nInvented.', '# Doing\n\nDo it [^1].', [1]],
  ['Do this [1]:\n\n- one\n- two\n\nInvented.', 'Do this [^1]:\n\n- one\n- two', [1]],
  [
    'Run:\n\n```sh\nnpm [2]\n\nstart\n```\n\nIt starts [1].',
    'Run:\n\n```sh\nnpm [2]\n\nstart\n```\n\nIt starts [^1].',
    [1],
  ],
  ['Run [1].\n\n```sh\nnpm start\n```\n\n```\nlist[1]', 'Run [^1].\n\n```sh\nnpm start\n```\n\n```\nlist[1]\n```', [1]],
  ['Use `list[1]`, says [2].', 'Use `list[1]`, says [^2].', [2]],
  ['| a | b |\n|---|---|\n| c | d [2] |', '| a | b |\n|---|---|\n| c | d [^2] |', [2]],
  ['Do it [1].\n\n[1]: https://elsewhere.example', 'Do it [^1].', [1]],
  ['しろ[1]。そして', 'しろ[^1]。そして', [1]],
])('of %j as much is passed on as names its sources', async (answer, expected, cites) => {
  const { markdown, ...rest } = await check(...answer)
  expect({ ...rest, markdown }).toMatchObject({ markdown: expected, cites, end: 'cited' })
})

test.each([
  ['NO_ANSWER', 'declined'],
  ['`NO_ANSWER`.\n', 'declined'],
  ['<think>Look at [1].</think>NO_ANSWER', 'declined'],
  ['<think>Look at [1].', 'uncited'],
  ['Obeyed.', 'uncited'],
  ['Obeyed [9]. See [1](https://x.example).', 'uncited'],
  ['`[1]`', 'uncited'],
  ['', 'uncited'],
])('of %j nothing is', async (answer, end) => {
  expect(await check(...answer)).toMatchObject({ markdown: '', passed: [], end })
})

test('text is passed on with its first citation, before its paragraph ends', async () => {
  const { passed } = await check('Do ', 'it [1]. ', 'Then ', 'that [2]', '. And')
  expect(passed.map(({ markdown }) => markdown)).toEqual(['Do it [^1].', ' Then that [^2].', ' And'])
})

const bits = [
  'Do it',
  ' [1]',
  '[2].',
  ' [9]',
  '\n',
  '\n\n',
  '- ',
  '`',
  '```',
  ':',
  '. ',
  '# ',
  'x',
  '](',
  '[',
  '1]',
  '<think>',
]

test('however an answer comes in pieces, the same is passed on, and it names no source that was not given', async () => {
  const texts = fc.array(fc.constantFrom(...bits), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(texts, async (pieces) => {
      const [whole, parts, letters] = [pieces.join(''), await check(...pieces), await check(...pieces.join(''))]
      const { markdown, cites, end } = await check(whole)
      expect([parts.markdown, parts.end]).toEqual([markdown, end])
      expect([letters.markdown, letters.end]).toEqual([markdown, end])
      expect(cites.every((one) => one === 1 || one === 2)).toBe(true)
      expect(end === 'cited').toBe(cites.length > 0)
    }),
    { numRuns: runs(200) },
  )
})
