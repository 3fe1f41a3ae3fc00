import { expect, test } from '@jest/globals'
import { withSection } from './report.ts'

const text =
  'before\n<!-- bench: a -->\nold\n<!-- end of bench -->\nbetween\n<!-- bench: b -->\nkept\n<!-- end of bench -->\n'

test('a section is replaced, and what is around it stays', () => {
  const written = withSection(text, 'a', '\nnew\n')
  expect(written).toBe(text.replace('\nold\n', '\n\nnew\n\n'))
  expect(withSection(written, 'a', 'new')).toBe(written)
})

test('a section that is nowhere is refused before anything is written', () => {
  expect(() => withSection(text, 'c', 'new')).toThrow('bench: c')
})
