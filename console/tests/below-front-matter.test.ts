import { EditorState } from '@codemirror/state'
import { expect, test } from '@jest/globals'
import { belowFrontMatter } from '../src/screens/editor/below-front-matter.ts'

/** Returns the text and the place of the cursor after somebody has typed something. */
function typedInto(doc: string, at: number, typed: string): [text: string, cursor: number] {
  const state = EditorState.create({ doc, extensions: [belowFrontMatter] })
  const { newDoc, newSelection } = state.update({
    changes: { from: at, insert: typed },
    selection: { anchor: at + typed.length },
    userEvent: 'input.type',
  })
  return [newDoc.toString(), newSelection.main.head]
}

const head = '---\ndescription: Of springs\n---\n'

test.each<[string, string, number, string]>([
  ['front matter goes before the text below it', `${head}\nFirst.\n`, 0, `${head}\nNew. First.\n`],
  ['front matter without a text becomes the text', head, 0, `${head}New. `],
  ['a text without front matter stays there', 'First.\n', 0, 'New. First.\n'],
  ['a text between lines stays there', '---\n\nFirst.\n\n---\n', 0, 'New. ---\n\nFirst.\n\n---\n'],
  ['the text, at the end of front matter, stays there', `${head}\nFirst.\n`, head.length, `${head}New. \nFirst.\n`],
])('what is typed above %s', (_, doc, at, text) => {
  const [typed, cursor] = typedInto(doc, at, 'New. ')
  expect(typed).toBe(text)
  expect(typed.slice(0, cursor).endsWith('New. ')).toBe(true)
})

test('what others have written above the front matter is taken as it is', () => {
  const state = EditorState.create({ doc: `${head}\nFirst.\n`, extensions: [belowFrontMatter] })
  expect(state.update({ changes: { from: 0, insert: 'Theirs.\n' } }).newDoc.toString()).toBe(
    `Theirs.\n${head}\nFirst.\n`,
  )
})
