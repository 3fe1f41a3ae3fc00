import { expect, test } from '@jest/globals'
import { leaveList } from '../src/screens/editor/leave-list.ts'
import { parsed } from './parsed.ts'

/** Presses Enter at the end of a text; returns the text with the cursor as |, or undefined if nothing was done. */
function entered(doc: string): string | undefined {
  let state = parsed(doc)
  const isDone = leaveList({
    state,
    dispatch(transaction) {
      state = transaction.state
    },
  })
  const { head } = state.selection.main
  return isDone ? `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}` : undefined
}

test('Enter at an empty item ends the list with a blank line, so that the next paragraph is none of its', () => {
  expect(entered('* aa\n* bb\n* ')).toBe('* aa\n* bb\n\n|')
  expect(entered('1. aa\n2. ')).toBe('1. aa\n\n|')
  expect(entered('- [ ] aa\n- [ ] ')).toBe('- [ ] aa\n\n|')
})

test('Enter does what it always does in an item with a text, in an inner list, in code, and below a blank line', () => {
  for (const doc of ['* aa', '* aa\n  * bb\n  * ', '```\n* aa\n* ', '* aa\n\n* ', '* ', 'Text\n\nMore'])
    expect([doc, entered(doc)]).toEqual([doc, undefined])
})
