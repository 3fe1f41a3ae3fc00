import { EditorState, type TransactionSpec } from '@codemirror/state'

/** Front matter at the beginning of a text, with the blank lines below it. */
const frontMatter = /^---[ \t]*\n(?=[^\s:]+:)(?:[^\n]*\n)*?---[ \t]*(?:\n\s*|$)/

/**
 * Puts what somebody types above the front matter, at the very beginning, below it. Front matter is such only at the
 * beginning: elsewhere its lines would become a part of the text, while the page keeps what they say too.
 */
export const belowFrontMatter = EditorState.transactionFilter.of(
  (transaction): TransactionSpec | readonly TransactionSpec[] => {
    if (!transaction.isUserEvent('input')) return transaction
    const head = frontMatter.exec(transaction.startState.doc.toString())?.[0].length
    if (head === undefined) return transaction
    const typed: string[] = []
    let isElsewhere = false
    transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
      if (from === 0 && to === 0) typed.push(inserted.toString())
      else isElsewhere = true
    })
    if (isElsewhere || typed.length === 0) return transaction
    const insert = typed.join('')
    return {
      changes: { from: head, insert },
      selection: { anchor: head + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }
  },
)
